import { beforeAll, describe, expect, test } from 'vitest';
import { openbbWidgets } from '../../scripts/openbb-widgets.ts';
import { afterThisFile, TestAlir } from '../support/alir.ts';
import { csv, line } from '../support/daily-files.ts';
import { textOf } from '../support/guide.ts';

interface Widget {
  readonly type: string;
  readonly endpoint: string;
  readonly params?: readonly {
    readonly paramName: string;
    readonly value: string;
    readonly options?: object[];
  }[];
  readonly data: {
    readonly dataKey?: string;
    readonly defaultSymbol?: string;
    readonly table?: { readonly columnsDefs: readonly { readonly field: string }[] };
  };
}

interface Target {
  readonly url: string;
  readonly root_selector: string;
  readonly url_options: { readonly params: readonly { readonly key: string; readonly value: string }[] };
  readonly columns: readonly { readonly selector: string; readonly type: string }[];
}

/** The values of the variables of OpenBB and of Grafana. */
const VALUES: Readonly<Record<string, string>> = {
  '$currentDate-1M': '2026-01-02',
  '$currentDate-1w': '2026-01-12',
  $currentDate: '2026-02-02',
  ['$' + '{__from:date:YYYY-MM-DD}']: '2026-01-02',
  ['$' + '{__to:date:YYYY-MM-DD}']: '2026-02-02',
  ['$' + '{ticker}']: 'BBCA',
  ['$' + '{investor}']: 'all',
};
const filled = (text: string) => VALUES[text] ?? text;
const TYPES: Readonly<Record<string, string>> = { number: 'number', string: 'string', timestamp: 'string' };

const WIDGETS = Object.entries(JSON.parse(textOf('docs/openbb/widgets.json')) as Record<string, Widget>);
const MARKET = JSON.parse(textOf('deploy/grafana/alir-market.json'));
const PANELS: { title: string; targets: Target[] }[] = MARKET.panels;

let alir: TestAlir;

beforeAll(async () => {
  alir = await TestAlir.open({ environment: { ALIR_CORS_ORIGINS: 'https://pro.openbb.co' } }, afterThisFile);
  await alir.ingest(
    'DT260119.csv',
    csv([line({ STK_CODE: 'BBCA' }), line({ STK_CODE: 'BBCA', BRK_COD1: 'YP' })]),
  );
  await alir.measure();
});

/** The rows of a response at a path such as `data.account`. */
async function rowsAt(path: string, query: readonly (readonly [string, string])[], root: string) {
  const { status, body } = await alir.request(
    `${path}?${new URLSearchParams(query.map((each) => [...each]))}`,
  );
  expect([path, status, body.error]).toEqual([path, 200, null]);
  const found = root.split('.').reduce((value, name) => value[name], body);
  const rows: Record<string, unknown>[] = [found].flat();
  expect(rows.length).toBeGreaterThan(0);
  return rows;
}

describe('the widgets for OpenBB', () => {
  test('are made from docs/openapi.json; to renew them, run this test with -u', async () => {
    const widgets = openbbWidgets(JSON.parse(textOf('docs/openapi.json')));
    const file = new URL('../../docs/openbb/widgets.json', import.meta.url).pathname;
    await expect(`${JSON.stringify(widgets, null, 2)}\n`).toMatchFileSnapshot(file);
  });

  test('are served to its pages, also before they have a key', async () => {
    const url = `${await alir.url()}/widgets.json`;
    const origin = 'https://pro.openbb.co';
    const response = await fetch(url, { headers: { origin } });
    expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(response.headers.get('access-control-allow-origin')).toBe(origin);
    expect(Object.entries((await response.json()) as object)).toEqual(WIDGETS);
    const preflight = await fetch(url, {
      method: 'OPTIONS',
      headers: {
        origin,
        'access-control-request-method': 'GET',
        'access-control-request-headers': 'authorization',
      },
    });
    expect(preflight.headers.get('access-control-allow-origin')).toBe(origin);
    expect(preflight.headers.get('access-control-allow-headers')).toContain('Authorization');
    const other = await fetch(url, { headers: { origin: 'https://evil.example' } });
    expect(other.headers.get('access-control-allow-origin')).toBe(null);
  });

  test.each(WIDGETS)('%s has the columns of the response', async (_, widget) => {
    const { type, endpoint, params = [], data } = widget;
    if (type === 'advanced_charting') {
      const { status, body } = await alir.request(`${endpoint}/symbols?symbol=${data.defaultSymbol}`);
      expect([status, body.ticker]).toEqual([200, 'BBCA']);
      return;
    }
    const query = params.map(({ paramName, value }) => [paramName, filled(value)] as const);
    const [row = {}] = await rowsAt(`/${endpoint}`, query, data.dataKey ?? '');
    const fields = data.table?.columnsDefs.map(({ field }) => field) ?? [];
    expect(fields.length).toBeGreaterThan(2);
    expect(fields.filter((field) => !(field in row))).toEqual([]);
  });

  test('have names, descriptions with the cost, and choices that the API accepts', async () => {
    for (const [, widget] of WIDGETS) {
      expect(widget).toMatchObject({
        name: expect.stringMatching(/./),
        description: expect.stringMatching(/(Costs \d+ units?.*|Free)\.$/),
      });
      for (const { paramName, options = [] } of widget.params ?? []) {
        for (const { value } of options as { value: string }[]) {
          const all = widget.params?.map((each) => [
            each.paramName,
            filled(each.paramName === paramName ? value : each.value),
          ]);
          const { status } = await alir.request(
            `/${widget.endpoint}?${new URLSearchParams(all as string[][])}`,
          );
          expect([widget.endpoint, paramName, value, status]).toEqual([
            widget.endpoint,
            paramName,
            value,
            200,
          ]);
        }
      }
    }
  });
});

describe('the dashboard of market data', () => {
  test.each(PANELS.map((panel) => [panel.title, panel] as const))(
    '%s has the fields of the response',
    async (_, { targets }) => {
      for (const { url, root_selector, url_options, columns } of targets) {
        const query = url_options.params.map(({ key, value }) => [key, filled(value)] as const);
        expect(query.filter(([, value]) => value.includes('$'))).toEqual([]);
        const rows = await rowsAt(url, query, root_selector);
        for (const { selector, type } of columns) {
          expect(rows.every((row) => selector in row)).toBe(true);
          const found = rows.map((row) => row[selector]).filter((value) => value !== null);
          expect(new Set(found.map((value) => typeof value))).toEqual(new Set([TYPES[type]]));
        }
      }
    },
  );

  test('says in each panel what it costs, and is not refreshed by itself', () => {
    const ids = MARKET.panels.map(({ id }: { id: number }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(MARKET.refresh).toBe('');
    for (const { description, fieldConfig } of MARKET.panels) {
      expect(description).toMatch(/(costs \d+ units?|Free)/);
      expect(fieldConfig.defaults.unit).toMatch(/./);
    }
  });
});
