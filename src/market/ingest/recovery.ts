import type { IsoDate } from '../../core/dates.ts';
import type { PublishedFacts } from '../../ledger/manifest.ts';
import type { WriterServices } from './services.ts';

/**
 * Completes what a crash interrupted: publishes a day whose files are whole, abandons one whose staged files are lost, and
 * empties staging. Gives a lake without Delta tables its logs.
 */
export async function repairLake(services: WriterServices): Promise<void> {
  const { lake, manifest, logs } = services;
  for (const intent of await manifest.intended()) {
    if (await lake.completeMove(intent)) await completePublication(services, intent.trade_date);
    else await manifest.abandon(intent.trade_date, intent.revision);
  }
  await lake.clearStaging();
  const isMeasureLogComplete = await logs.endAt(await manifest.measuredPublications(), ['measure_day']);
  if (isMeasureLogComplete && (await logs.endAt(await manifest.publications()))) return;
  await lake.adoptFiles(await manifest.allPublications());
  await writeNamesAndLogs(services);
}

/** Gives the files of all publications in the ledger their fixed names, then writes what the logs lack. */
export async function writeNamesAndLogs({ lake, manifest, logs }: WriterServices): Promise<void> {
  const measures = [...(await manifest.measureFilesInForce()).values()];
  await lake.repairNames(await manifest.allPublications(), measures);
  await logs.write(await manifest.lakeHistory());
}

/** Publishes the intended revision of a day, whose files are in their folders: in the logs, under the fixed names, then in the ledger. */
export async function completePublication(
  { lake, manifest, logs }: WriterServices,
  trade_date: IsoDate,
  facts?: PublishedFacts,
): Promise<void> {
  const published = (await manifest.intended()).find((intent) => intent.trade_date === trade_date);
  if (!published) throw new Error(`No publication of ${trade_date} was prepared`);
  const replaced = await manifest.published(trade_date);
  const number = (await manifest.publications()) + 1;
  await logs.append(number, published, replaced);
  await lake.nameFiles(published);
  await manifest.publish(trade_date, published.revision, facts);
  if (!(await logs.endAt(number))) await logs.write(await manifest.lakeHistory());
}
