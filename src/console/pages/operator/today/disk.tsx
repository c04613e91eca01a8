import { epochDay, jakartaDate } from '../../../../core/dates.ts';
import { DISK_KINDS, type DiskUse } from '../../../../operations/doctor/disk-use.ts';
import { Card } from '../../components/card.tsx';
import { DataTable } from '../../components/data-table.tsx';
import { type OperatorContext, useOperator } from '../operator-page.tsx';
import { bytesText } from '../operator-texts.ts';

/** What Alir takes on the disk, by kind, and when the disk is full. */
export function Disk({ disk, now }: { disk: DiskUse | undefined; now: Date }) {
  const context = useOperator();
  const { view, texts } = context;
  const t = texts.disk;
  if (!disk) return null;
  const total = DISK_KINDS.reduce((sum, kind) => sum + disk.bytes[kind], 0);
  const rows = [
    ...DISK_KINDS.filter((kind) => disk.bytes[kind] > 0)
      .map((kind) => ({ title: t.kinds[kind], bytes: disk.bytes[kind] }))
      .toSorted((one, other) => other.bytes - one.bytes),
    { title: t.total, bytes: total },
  ];
  return (
    <Card title={t.title} id="disk">
      <DataTable
        caption={t.caption}
        id="disk-use"
        narrow="scroll"
        columns={[
          { title: t.kind, cell: ({ title }) => title },
          { title: t.size, isNumber: true, cell: ({ bytes }) => bytesText(view, bytes) },
          {
            title: t.part,
            isNumber: true,
            cell: ({ bytes }) => view.numbers.percent(total === 0 ? 0 : bytes / total, 0),
          },
        ]}
        rows={rows}
      />
      <p>
        {t.free(bytesText(view, disk.free_bytes), bytesText(view, disk.size_bytes))}{' '}
        {forecastText(context, disk, now)}
      </p>
      <p class="note">
        {disk.backup !== null && `${t.backup(bytesText(view, disk.backup.bytes), disk.backup.folder)} `}
        {t.logs}
      </p>
    </Card>
  );
}

function forecastText(
  { view, texts }: OperatorContext,
  { growth_bytes, full_on }: DiskUse,
  now: Date,
): string {
  const t = texts.disk;
  if (growth_bytes === null) return t.unknown;
  if (growth_bytes <= 0) return t.no_growth;
  const growth = bytesText(view, growth_bytes);
  if (full_on === null) return t.lasts(growth);
  const days = epochDay(full_on) - epochDay(jakartaDate(now));
  return t.full(growth, view.numbers.full(days), view.dates.short(full_on));
}
