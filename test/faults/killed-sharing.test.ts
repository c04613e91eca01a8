import { setTimeout as sleep } from 'node:timers/promises';
import { gunzipSync } from 'node:zlib';
import { expect } from 'vitest';
import { systemClock } from '../../src/core/clock.ts';
import { Database } from '../../src/ledger/sqlite/sqlite.ts';
import { ingestFiles } from '../../src/market/ingest/lake-writer.ts';
import { openStores } from '../../src/server/stores.ts';
import { configOf } from '../support/alir.ts';
import { startServing, stop } from '../support/cli.ts';
import { csv, DATE, FILE_NAME, line, writeTo } from '../support/daily-files.ts';
import { test } from '../support/fixtures.ts';
import { counters } from '../support/metering.ts';
import { sized } from '../support/size.ts';

const KILLS = sized(3, 20);
const CLIENTS = 4;
const PAGE = `/explore/BBCA?from=${DATE}&to=${DATE}&market=RG&investor=all`;

test(`kill -9 while pictures are shared, ${KILLS} times: a snapshot is whole or absent, and its picture is paid for once`, async ({
  folder: data_dir,
}) => {
  const stores = await openStores(configOf(data_dir), systemClock);
  const path = await writeTo(data_dir, FILE_NAME, csv([line({ STK_CODE: 'BBCA', STK_VOLM: 1250 })]));
  await ingestFiles(stores.ingest, [{ path, command: 'ingest', confirmed: true }]);
  const { account, api_key } = await stores.accounts.create('a@example.com', 'professional', 1);
  const ledger_file = stores.folders.ledgerFile;
  await stores.ledger.close();

  const acknowledged: string[] = [];
  let duration_ms = 0;
  for (let kill = 0; kill < KILLS; kill++) {
    const env = { ALIR_LOG_LEVEL: 'error', ALIR_SNAPSHOTS: 'anyone' };
    const { child, printed } = await startServing(['serve'], { data_dir, env });
    let cookie = '';
    const send = async (where: string, fields?: Record<string, string>) => {
      const response = await fetch(`${printed.url}${where}`, {
        ...(fields && { method: 'POST', body: new URLSearchParams(fields) }),
        headers: { accept: 'text/html', 'sec-fetch-site': 'same-origin', cookie },
        redirect: 'manual',
      });
      cookie ||= response.headers.getSetCookie()[0]?.split(';')[0] ?? '';
      return response;
    };
    await send('/sign-in/key', { key: api_key });
    const _csrf = /name="_csrf" value="([^"]+)"/.exec(await (await send('/account/saved')).text())?.[1] ?? '';
    const form = { _csrf, picture: 'brokers', charge: 'one picture' };
    const clients = Array.from({ length: CLIENTS }, async () => {
      const response = await send(PAGE.replace('?', '/share?'), form).catch(() => null);
      const address = response?.headers.get('location') ?? '';
      if (address.startsWith('/s/')) acknowledged.push(address.slice('/s/'.length));
    });
    const sent_ms = performance.now();
    // The first kill comes after all answers, the others are spread over the time that these took.
    await (kill === 0 ? Promise.all(clients) : sleep((duration_ms * kill) / KILLS));
    if (kill === 0) duration_ms = performance.now() - sent_ms;
    await stop(child, 'SIGKILL');
    await Promise.all(clients);

    const db = new Database(ledger_file, { readonly: true });
    const rows = db.prepare('SELECT snapshot_id, content, preview FROM snapshot').all() as {
      readonly snapshot_id: string;
      readonly content: Buffer;
      readonly preview: Buffer;
    }[];
    const audited = db.prepare("SELECT 1 FROM audit_log WHERE action = 'snapshot.created'").all();
    db.close();
    expect(audited).toHaveLength(rows.length);
    for (const { content, preview } of rows) {
      expect(JSON.parse(`${gunzipSync(content)}`)).toMatchObject({ picture: 'brokers' });
      // The last chunk of a PNG.
      expect(preview.subarray(-8, -4).toString()).toBe('IEND');
    }
    expect(rows.map(({ snapshot_id }) => snapshot_id)).toEqual(expect.arrayContaining(acknowledged));
    expect(counters(ledger_file, account.account_id).account).toBeLessThanOrEqual(1);
  }
  expect(acknowledged.length).toBeGreaterThanOrEqual(CLIENTS);
  expect(counters(ledger_file, account.account_id).account).toBe(1);
});
