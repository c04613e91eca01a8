import { describe, expect, test } from 'vitest';
import type { Answer, Browser } from '../../../src/console/charts/answer.ts';
import type { Day } from '../../../src/console/charts/rows.ts';
import { ExplorerApp } from '../../../src/console/charts/views/explorer-app.tsx';
import type { ExplorerProps, Subject } from '../../../src/console/charts/views/view-props.ts';
import { opened, type SmallNode, settle, shapesOf } from '../../support/small-document.ts';

const TICKER: Subject = { page: 'ticker', ticker: 'BBCA', sql: 'SELECT 1', pairs: true };
const MARKET: Subject = { page: 'market', brokers: true };
const BROKER: Subject = { page: 'broker', code: 'AK' };
const NEWS: Subject = { page: 'news' };

const SELECTION = { from: '2026-01-05', to: '2026-01-08', market: 'RG', investor: 'all' };
const DAYS: Day[] = [
  { date: '2026-01-05', condition: 'published', absence: null },
  { date: '2026-01-06', condition: 'missing', absence: 'no_file' },
  { date: '2026-01-07', condition: 'published', absence: null },
  { date: '2026-01-08', condition: 'published', absence: null },
];

function totals(buy: number, sell: number) {
  const volumes = { buy_volume: buy / 100, sell_volume: sell / 250 };
  return {
    ...{ buy_freq: 3, sell_freq: 2, ...volumes, buy_value: buy, sell_value: sell },
    ...{ buy_avg: 100.25, sell_avg: 99.5 },
  };
}

function inventory(date: string, code: string, net_volume: number, cumulative_volume: number) {
  const values = { net_value: net_volume * 100, cumulative_value: cumulative_volume * 90 };
  return { date, code, net_volume, cumulative_volume, ...values };
}

function article(source: string, title: string, published_date: string | null) {
  return {
    ...{ source, title, description: 'About it', link: 'https://example.com/1' },
    ...{ image_url: '', guid: null, published_date },
  };
}

function flow(ticker: string, foreign_buy: number, foreign_sell: number, percent: number, streak: number) {
  return { ticker, foreign_buy, foreign_sell, net_foreign: foreign_buy - foreign_sell, percent, streak };
}

/** The data of each answer of the API. */
const DATA: Readonly<Record<string, unknown>> = {
  '/stocks/ohlcv': [
    {
      ...{ date: '2026-01-05', open: 100, high: 120, low: 90, close: 110 },
      ...{ average: 105, volume: 40_000, value: 4_200_000, freq: 7, net_foreign: 500_000 },
    },
    {
      ...{ date: '2026-01-07', open: 111, high: 115, low: 101, close: 105 },
      ...{ average: 104.738, volume: 20_050, value: 2_100_000, freq: 5, net_foreign: -200_000 },
    },
  ],
  '/stocks/broker-summary': [
    { code: 'YP', ...totals(1_000_000, 4_000_000) },
    { code: 'AK', ...totals(5_000_000, 2_000_000) },
  ],
  '/stocks/broker-inventory': [
    inventory('2026-01-05', 'AK', 10_000, 10_000),
    inventory('2026-01-05', 'YP', -8000, -8000),
    inventory('2026-01-07', 'AK', 20_000, 30_000),
    inventory('2026-01-07', 'YP', -4000, -12_000),
  ],
  '/stocks/accumulation': {
    ...{ volume: 60_050, value: 6_300_000, average: 104.9, net_buyers: 4, net_sellers: 3 },
    ...{ label: 'Big Accumulation', average_percent: 25.5 },
    top: [
      { n: 1, net_volume: 30_000, percent: 49.96, net_value: 3_147_377 },
      { n: 3, net_volume: -600, percent: -1, net_value: -62_948 },
    ],
    buy_share: { top1: 60, top3: 90.5, top5: 100, hhi: 4000 },
    sell_share: { top1: 70, top3: 95.25, top5: 99, hhi: 5000 },
  },
  '/stocks/counterparties': [
    { buyer: 'YP', seller: 'AK', freq: 1, volume: 100, value: 10_000 },
    { buyer: 'AK', seller: 'YP', freq: 3, volume: 30_000, value: 3_000_000 },
  ],
  '/brokers/AK/summary': [
    { ticker: 'BBCA', ...totals(1_000_000, 4_000_000) },
    { ticker: 'TLKM', ...totals(5_000_000, 2_500_000) },
  ],
  '/foreign-flow/ranking': [
    flow('BBCA', 60_000_000, 40_000_000, 2.5, 3),
    flow('TLKM', 10_000_000, 40_000_000, -4, -1),
  ],
  '/brokers/ranking': [
    { code: 'YP', ...totals(1_000_000, 4_000_000), share: 41.67 },
    { code: 'AK', ...totals(5_000_000, 2_000_000), share: 58.33 },
  ],
  '/news': {
    Kontan: [article('Kontan', 'Laba BBCA naik', '2026-01-07T03:00:00Z')],
    Bisnis: [article('Bisnis', 'IHSG turun', '2026-01-08T03:00:00Z'), article('Bisnis', '', null)],
  },
};

/** A day is missing for two of the answers. */
function coverageFor(path: string): Ready['coverage'] {
  if (path.startsWith('/news')) return { days: null, missing: [], verified: 0 };
  return /ohlcv|foreign-flow/.test(path)
    ? { days: { published: 3, expected: 4 }, missing: ['2026-01-06'], verified: 2 }
    : { days: { published: 4, expected: 4 }, missing: [], verified: 0 };
}

type Ready = Extract<Answer, { state: 'ready' }>;

const answered = (path: string, units: number, more: Partial<Ready> = {}): Answer => ({
  ...{ state: 'ready', data: DATA[path.split('?')[0] ?? ''], units, is_kept: false, empty_reason: null },
  coverage: coverageFor(path),
  ...more,
});

/** What a page did in its browser. */
class Recorded implements Browser {
  readonly origin = 'https://alir.example';
  readonly page = '/explore/BBCA?market=RG';
  readonly done: string[] = [];
  readonly load: Browser['load'];
  width = 600;
  downloads: number | undefined = 2;

  constructor(load: Browser['load'] = async ({ path, units }) => answered(path, units)) {
    this.load = async (request) => {
      this.done.push(`load ${request.path}`);
      return load(request);
    };
  }

  async download({ file, path }: { file: string; path: string }, format: string) {
    this.done.push(`download ${path} as ${file}.${format}`);
    return this.downloads;
  }

  onWidth(_element: unknown, changed: (width: number) => void) {
    changed(this.width);
    return () => {};
  }

  keepInUrl(name: string, value: string) {
    this.done.push(`keep ${name}=${value}`);
  }

  async copy(text: string) {
    this.done.push(`copy ${text}`);
  }

  go(url: string) {
    this.done.push(`go ${url}`);
  }
}

const shown = (subject: Subject, browser: Browser, more: Partial<ExplorerProps> = {}) =>
  opened(
    <ExplorerApp
      language="en"
      subject={subject}
      selection={SELECTION}
      days={DAYS}
      brokers={{ AK: { name: 'UBS', foreign_parent: true }, YP: { name: 'Mirae', foreign_parent: false } }}
      browser={browser}
      {...more}
    />,
  );

const partOf = (page: SmallNode, id: string) =>
  page.all.find(({ attributes }) => attributes.get('id') === id) as SmallNode;

/** The rows of a table. The first row has the titles of the columns. */
const rowsOf = (table: SmallNode) =>
  table.all
    .filter(({ tag }) => tag === 'tr')
    .map(({ childNodes }) => childNodes.map((cell) => cell.text).join(' | '));

/** The texts of a picture without its buttons, and what is read at the other end of its positions. */
async function textsOf(picture: SmallNode): Promise<string[]> {
  const { texts } = picture;
  const below = picture.find('footer').texts;
  const slider = picture.all.find(({ attributes }) => attributes.get('role') === 'slider');
  const isFirst = slider?.attributes.get('aria-valuenow') === '0';
  await slider?.on('keydown', { key: isFirst ? 'End' : 'Home' });
  const read = slider ? [picture.find('readout').text] : [];
  return [...texts.slice(0, -below.length), ...read, below.at(-1) ?? ''];
}

const picturesOf = (page: SmallNode) =>
  page.all.filter(({ tag, attributes }) => tag === 'section' && attributes.has('id'));

/** The texts of each page in both languages, in order; each picture begins a line. */
const PAGES = {
  en: {
    ticker: `
      Last price | 105 IDR | Change | ▼down 4.55% | since the close of 5 Jan 2026 | Volume | 600.5 lots | Value | 6.3 M IDR | Average (VWAP) | 105 IDR per share | Net foreign | +300 k | IDR, +4.8% of the value | Accumulation
      Big accumulation +25.50% | Data through | 8 Jan 2026 3 of 4 trading days | Price and foreign flow | price in IDR; volume in lots; net foreign value per day in IDR | 8 Jan 2026: no trade | 5 Jan | 6 Jan | 7 Jan | 8 Jan | Price, IDR
      Volume, lots | Net foreign, IDR | 90 | 100 | 110 | 120 | 400 | +500 k | −200 k | 105
      Missing: 6 Jan 2026 (no file has arrived). The totals do not include these days. Status of the days No trade of this stock on 1 trading day: 8 Jan. No data is missing: the exchange may have suspended the stock, or nobody traded it.
      5 Jan 2026: open 100, high 120, low 90, close 110 IDR; volume 400 lots; net foreign +500,000 IDR | 3 of 4 trading days · 2 match the exchange · 1 unit
      Accumulation | net buys of the top n buyers minus net sells of the top n sellers, % of the volume | Big accumulation +25.50% on average · 4 net buyers, 3 net sellers | Top 1: +49.96% of the volume, +30,000 shares, +3,147,377 IDR
      −6 | −12.5 | −20 | 0 | 6 | 12.5 | 20 | % of the volume | Top 1 | +49.96% | Top 3 | −1.00% | Average | +25.50% | Net figures hide what a broker bought and sold again. The label does not predict prices. | How it is computed
      The net volume of a broker is the shares that it bought minus the shares that it sold in the range.
      Top n is the net volume of the n largest net buyers minus that of the n largest net sellers. Its percent is a percent of the volume of all investors.
      The value in IDR is this number of shares times the average price (VWAP): value divided by volume, of all investors. Top 1: +30,000 × (6,300,000 / 60,050) = +3,147,377 IDR.
      Average = (top 3 + top 5 + mean of top 1, 2, 3, 4 and 5) / 3, in percent of the same volume. Top 10 is not part of it.
      Neutral: the average is between −6% and +6%. Small accumulation: +6% or more. Small distribution: −6% or less. Normal accumulation: +12.5% or more. Normal distribution: −12.5% or less. Big accumulation: +20% or more. Big distribution: −20% or less.
      SQL | SELECT 1 | Average: +25.50% of the volume | 4 of 4 trading days · 1 unit
      Broker summary | 15 largest net buyers and net sellers, net value in IDR million, average price of the buys or sells in IDR per share; blue code: broker with a foreign parent
      AK, UBS, bought net 3,000,000 IDR, average price of its buys 100.25 IDR per share | Net value | Net value | Net buy | Net sell | Avg. buy | Avg. sell | +3.0 | 100.25 | AK | −3.0 | 99.50 | YP
      YP, Mirae, sold net 3,000,000 IDR, average price of its sells 99.50 IDR per share | 4 of 4 trading days · 1 unit
      Broker inventory | cumulative net volume in lots since the first day; dotted: closing price in IDR; blue code: broker with a foreign parent | 8 Jan 2026: no trade | 5 Jan | 6 Jan | 7 Jan | 8 Jan | Net volume, lots
      Close 105 – 110 | −100 | 0 | 100 | 200 | 300 | AK | +300 | YP | −120 | 5 Jan 2026: AK +100 · YP −80 · Close 110 | 4 of 4 trading days · 1 unit
      Counterparties | who bought from whom, value in IDR, 5 – 8 Jan 2026; blue code: broker with a foreign parent | Diagram | Matrix | AK bought 3,000,000 IDR from YP | Buyers, IDR | Sellers, IDR | AK | 3.0 M | YP | 10.0 k | YP | 3.0 M
      AK | 10.0 k | YP bought 10,000 IDR from AK | 4 of 4 trading days · 5 units
      News | newest first, from the feeds of the publishers | Names BBCA | Laba BBCA naik | Kontan · 7 Jan 2026, 10:00 WIB | Other market news | IHSG turun | Bisnis · 8 Jan 2026, 10:00 WIB | Without a title | Bisnis | 1 unit
      This view cost 10 units.`,
    market: `
      Foreign flow by stock | area: foreign buys plus sales in IDR; colour: net foreign in % of the traded value | BBCA: net foreign +20,000,000 IDR, +2.50% of the traded value; foreign buys plus sales 100,000,000 IDR | BBCA | +2.5%
      TLKM | −4.0% | ≤ −12 | −6 | 0 | +6 | ≥ +12 | net sales | net buys, % | Missing: 6 Jan 2026 (no file has arrived). The totals do not include these days. Status of the days
      TLKM: net foreign −30,000,000 IDR, −4.00% of the traded value; foreign buys plus sales 50,000,000 IDR | 3 of 4 trading days · 2 match the exchange · 5 units
      Foreign net buys and net sales | 15 largest of each, net value in IDR million | BBCA: foreign investors bought net 20,000,000 IDR | IDR million | IDR million | Foreign net buys | Foreign net sales | +20 | BBCA | −30 | TLKM
      Missing: 6 Jan 2026 (no file has arrived). The totals do not include these days. Status of the days | TLKM: foreign investors sold net 30,000,000 IDR
      3 of 4 trading days · 2 match the exchange · same answer as “Foreign flow by stock”, charged once
      Streaks | published days in a row with net foreign buys, or net foreign sales, up to the last day; only days of the range count | BBCA: net foreign buys, published days in a row: 3 | Days | Days | Foreign net buys
      Foreign net sales | +3 | BBCA | −1 | TLKM | Missing: 6 Jan 2026 (no file has arrived). The totals do not include these days. Status of the days A missing day does not end a streak: what happened on it is not known.
      TLKM: net foreign sales, published days in a row: 1 | 3 of 4 trading days · 2 match the exchange · same answer as “Foreign flow by stock”, charged once
      Brokers | net value in all stocks, in IDR million; table: values bought and sold, share; blue code: broker with a foreign parent | AK: 58.33% of the value, net +3,000,000 IDR | Net value | Net value | Net buy | Net sell | +3.0
      AK | −3.0 | YP | YP: 41.67% of the value, net −3,000,000 IDR | 4 of 4 trading days · 5 units
      This view cost 10 units.`,
    broker: `
      Bought | 6.0 M IDR | Sold | 6.5 M IDR | Net | −500,000 IDR | Stocks | 2 | What AK bought and sold | 25 largest net buys and net sells, net value in IDR million, average price of the buys or sells in IDR per share
      TLKM: bought net 2,500,000 IDR, average price of the buys 100.25 IDR per share | Net value | Net value | Net buy | Net sell | Avg. buy | Avg. sell | +2.5 | 100.25 | TLKM | −3.0 | 99.50 | BBCA
      BBCA: sold net 3,000,000 IDR, average price of the sells 99.50 IDR per share | 4 of 4 trading days · 5 units
      This view cost 5 units.`,
    news: `
      News | newest first, from the feeds of the publishers | IHSG turun | Bisnis · 8 Jan 2026, 10:00 WIB | Laba BBCA naik | Kontan · 7 Jan 2026, 10:00 WIB | Without a title | Bisnis | 1 unit
      This view cost 1 unit.`,
  },
  id: {
    ticker: `
      Harga terakhir | 105 IDR | Perubahan | ▼turun 4,55% | dari penutupan 5 Jan 2026 | Volume | 600,5 lot | Nilai | 6,3 jt IDR | Rata-rata (VWAP) | 105 IDR per saham | Beli bersih asing | +300 rb | IDR, +4,8% dari nilai | Akumulasi
      Akumulasi besar +25,50% | Data hingga | 8 Jan 2026 3 dari 4 hari bursa | Harga dan arus asing | harga dalam IDR; volume dalam lot; beli bersih asing per hari dalam IDR | 8 Jan 2026: tidak ada transaksi | 5 Jan | 6 Jan | 7 Jan
      8 Jan | Harga, IDR | Volume, lot | Beli bersih asing, IDR | 90 | 100 | 110 | 120 | 400 | +500 rb | −200 rb | 105
      Tidak ada data: 6 Jan 2026 (belum ada berkas yang tiba). Hari-hari ini tidak termasuk dalam jumlah. Status hari-hari ini Saham ini tidak ditransaksikan pada 1 hari bursa: 8 Jan. Datanya lengkap: perdagangan saham mungkin dihentikan sementara oleh bursa (suspensi), atau memang tidak ada yang bertransaksi.
      5 Jan 2026: pembukaan 100, tertinggi 120, terendah 90, penutupan 110 IDR; volume 400 lot; beli bersih asing +500.000 IDR | 3 dari 4 hari bursa · 2 cocok dengan bursa · 1 unit
      Akumulasi | beli bersih n pembeli terbesar dikurangi jual bersih n penjual terbesar, % volume | Akumulasi besar rata-rata +25,50% · 4 pembeli bersih, 3 penjual bersih | Top 1: +49,96% dari volume, +30.000 saham, +3.147.377 IDR
      −6 | −12,5 | −20 | 0 | 6 | 12,5 | 20 | % volume | Top 1 | +49,96% | Top 3 | −1,00% | Rata-rata | +25,50% | Angka bersih menyembunyikan saham yang dibeli lalu dijual lagi. Label ini bukan ramalan harga. | Cara menghitungnya
      Volume bersih broker adalah saham yang dibeli dikurangi saham yang dijual dalam rentang ini.
      Top n adalah volume bersih n pembeli bersih terbesar dikurangi volume bersih n penjual bersih terbesar. Persennya adalah persen dari volume semua investor.
      Nilai dalam IDR adalah jumlah saham ini dikali harga rata-rata (VWAP): nilai dibagi volume, dari semua investor. Top 1: +30.000 × (6.300.000 / 60.050) = +3.147.377 IDR.
      Rata-rata = (top 3 + top 5 + rata-rata top 1, 2, 3, 4, dan 5) / 3, dalam persen volume yang sama. Top 10 tidak termasuk.
      Netral: rata-rata di antara −6% dan +6%. Akumulasi kecil: +6% atau lebih. Distribusi kecil: −6% atau kurang. Akumulasi sedang: +12,5% atau lebih. Distribusi sedang: −12,5% atau kurang. Akumulasi besar: +20% atau lebih. Distribusi besar: −20% atau kurang.
      SQL | SELECT 1 | Rata-rata: +25,50% dari volume | 4 dari 4 hari bursa · 1 unit
      Ringkasan broker | 15 pembeli dan penjual bersih terbesar, nilai bersih dalam juta IDR, harga rata-rata beli atau jual dalam IDR per saham; kode biru: broker dengan induk asing
      AK, UBS, membeli bersih 3.000.000 IDR, harga rata-rata beli 100,25 IDR per saham | Nilai bersih | Nilai bersih | Beli bersih | Jual bersih | Rerata beli | Rerata jual | +3,0 | 100,25 | AK | −3,0 | 99,50 | YP
      YP, Mirae, menjual bersih 3.000.000 IDR, harga rata-rata jual 99,50 IDR per saham | 4 dari 4 hari bursa · 1 unit
      Inventori broker | volume bersih kumulatif dalam lot sejak hari pertama; titik-titik: harga penutupan dalam IDR; kode biru: broker dengan induk asing | 8 Jan 2026: tidak ada transaksi | 5 Jan | 6 Jan | 7 Jan | 8 Jan
      Volume bersih, lot | Tutup 105 – 110 | −100 | 0 | 100 | 200 | 300 | AK | +300 | YP | −120 | 5 Jan 2026: AK +100 · YP −80 · Tutup 110 | 4 dari 4 hari bursa · 1 unit
      Lawan transaksi | siapa membeli dari siapa, nilai dalam IDR, 5 – 8 Jan 2026; kode biru: broker dengan induk asing | Diagram | Matriks | AK membeli 3.000.000 IDR dari YP | Pembeli, IDR | Penjual, IDR | AK | 3,0 jt | YP | 10,0 rb | YP
      3,0 jt | AK | 10,0 rb | YP membeli 10.000 IDR dari AK | 4 dari 4 hari bursa · 5 unit
      Berita | terbaru lebih dulu, dari sumber berita | Menyebut BBCA | Laba BBCA naik | Kontan · 7 Jan 2026, 10.00 WIB | Berita pasar lainnya | IHSG turun | Bisnis · 8 Jan 2026, 10.00 WIB | Tanpa judul | Bisnis | 1 unit
      Tampilan ini berbiaya 10 unit.`,
    market: `
      Arus asing per saham | luas: beli ditambah jual asing dalam IDR; warna: beli bersih asing dalam % nilai transaksi | BBCA: beli bersih asing +20.000.000 IDR, +2,50% dari nilai transaksi; beli ditambah jual asing 100.000.000 IDR
      BBCA | +2,5% | TLKM | −4,0% | ≤ −12 | −6 | 0 | +6 | ≥ +12 | jual bersih | beli bersih, % | Tidak ada data: 6 Jan 2026 (belum ada berkas yang tiba). Hari-hari ini tidak termasuk dalam jumlah. Status hari-hari ini
      TLKM: beli bersih asing −30.000.000 IDR, −4,00% dari nilai transaksi; beli ditambah jual asing 50.000.000 IDR | 3 dari 4 hari bursa · 2 cocok dengan bursa · 5 unit
      Beli bersih dan jual bersih asing | masing-masing 15 terbesar, nilai bersih dalam juta IDR | BBCA: investor asing membeli bersih 20.000.000 IDR | juta IDR | juta IDR | Beli bersih asing | Jual bersih asing | +20 | BBCA | −30
      TLKM | Tidak ada data: 6 Jan 2026 (belum ada berkas yang tiba). Hari-hari ini tidak termasuk dalam jumlah. Status hari-hari ini | TLKM: investor asing menjual bersih 30.000.000 IDR
      3 dari 4 hari bursa · 2 cocok dengan bursa · jawaban yang sama dengan “Arus asing per saham”, dihitung sekali
      Hari beruntun | hari terbit berturut-turut dengan beli bersih asing, atau jual bersih asing, sampai hari terakhir; hanya hari dalam rentang ini yang dihitung | BBCA: 3 hari terbit berturut-turut beli bersih asing | Hari | Hari
      Beli bersih asing | Jual bersih asing | +3 | BBCA | −1 | TLKM
      Tidak ada data: 6 Jan 2026 (belum ada berkas yang tiba). Hari-hari ini tidak termasuk dalam jumlah. Status hari-hari ini Hari tanpa data tidak memutus hitungan: apa yang terjadi pada hari itu tidak diketahui.
      TLKM: 1 hari terbit berturut-turut jual bersih asing | 3 dari 4 hari bursa · 2 cocok dengan bursa · jawaban yang sama dengan “Arus asing per saham”, dihitung sekali
      Broker | nilai bersih di semua saham, dalam juta IDR; tabel: nilai beli dan jual, pangsa; kode biru: broker dengan induk asing | AK: 58,33% dari nilai, bersih +3.000.000 IDR | Nilai bersih | Nilai bersih | Beli bersih
      Jual bersih | +3,0 | AK | −3,0 | YP | YP: 41,67% dari nilai, bersih −3.000.000 IDR | 4 dari 4 hari bursa · 5 unit
      Tampilan ini berbiaya 10 unit.`,
    broker: `
      Beli | 6,0 jt IDR | Jual | 6,5 jt IDR | Bersih | −500.000 IDR | Saham | 2 | Yang dibeli dan dijual AK | 25 beli bersih dan jual bersih terbesar, nilai bersih dalam juta IDR, harga rata-rata beli atau jual dalam IDR per saham
      TLKM: beli bersih 2.500.000 IDR, harga rata-rata beli 100,25 IDR per saham | Nilai bersih | Nilai bersih | Beli bersih | Jual bersih | Rerata beli | Rerata jual | +2,5 | 100,25 | TLKM | −3,0 | 99,50 | BBCA
      BBCA: jual bersih 3.000.000 IDR, harga rata-rata jual 99,50 IDR per saham | 4 dari 4 hari bursa · 5 unit
      Tampilan ini berbiaya 5 unit.`,
    news: `
      Berita | terbaru lebih dulu, dari sumber berita | IHSG turun | Bisnis · 8 Jan 2026, 10.00 WIB | Laba BBCA naik | Kontan · 7 Jan 2026, 10.00 WIB | Tanpa judul | Bisnis | 1 unit
      Tampilan ini berbiaya 1 unit.`,
  },
};

const SUBJECTS = { ticker: TICKER, market: MARKET, broker: BROKER, news: NEWS };

describe('a page of the explorer', () => {
  test.each(['en', 'id'] as const)(
    'has its figures, notes and costs in the language %s',
    async (language) => {
      for (const [name, subject] of Object.entries(SUBJECTS)) {
        const page = await shown(subject, new Recorded(), { language });
        const texts: string[] = [];
        for (const part of page.childNodes) {
          if (part.attributes.get('class') !== 'grid') texts.push(...part.texts);
          else for (const picture of picturesOf(part)) texts.push(...(await textsOf(picture)));
        }
        const expected = PAGES[language][name as keyof typeof SUBJECTS].trim().split(/\s*[|\n]\s*/);
        // The spaces around the dash of a range depend on the version of Node.
        const spaced = texts.map((text) => text.replaceAll(/ ?– ?/g, ' – '));
        expect([name, ...spaced]).toEqual([name, ...expected]);
      }
    },
  );

  test('sends each request once', async () => {
    const range = 'from=2026-01-05&to=2026-01-08';
    for (const [subject, paths] of [
      [
        TICKER,
        [
          `/stocks/ohlcv?ticker=BBCA&${range}&market=RG`,
          `/stocks/broker-summary?ticker=BBCA&${range}&investor=all&market=RG`,
          `/stocks/broker-inventory?ticker=BBCA&${range}&investor=all&market=RG&top=5`,
          `/stocks/accumulation?ticker=BBCA&${range}&investor=all&market=RG`,
          `/stocks/counterparties?ticker=BBCA&${range}&market=RG`,
          '/news',
        ],
      ],
      [
        MARKET,
        [
          `/foreign-flow/ranking?${range}&market=RG&limit=2000`,
          `/brokers/ranking?${range}&investor=all&market=RG`,
        ],
      ],
      [BROKER, [`/brokers/AK/summary?${range}&investor=all&market=RG`]],
      [NEWS, ['/news']],
    ] as const) {
      const browser = new Recorded();
      await shown(subject, browser);
      expect(browser.done).toEqual(paths.map((path) => `load ${path}`));
    }
  });
});

const TOTALS_TITLES = {
  en: 'Net value IDR | Bought IDR | Sold IDR | Volume bought shares | Volume sold shares | Average buy IDR per share | Average sell IDR per share | Buys trades | Sells trades',
  id: 'Nilai bersih IDR | Nilai beli IDR | Nilai jual IDR | Volume beli saham | Volume jual saham | Rata-rata beli IDR per saham | Rata-rata jual IDR per saham | Frekuensi beli transaksi | Frekuensi jual transaksi',
};
const FLOWS = {
  en: 'Ticker | Net foreign IDR | Foreign buys IDR | Foreign sales IDR | Of the value % | Streak days',
  id: 'Saham | Beli bersih asing IDR | Beli asing IDR | Jual asing IDR | Dari nilai % | Hari beruntun hari',
  rows: [
    'BBCA | 20,000,000 | 60,000,000 | 40,000,000 | 2.50 | 3',
    'TLKM | −30,000,000 | 10,000,000 | 40,000,000 | −4.00 | −1',
  ],
};
const NEWS_TABLE = {
  en: 'Published | Source | Title',
  id: 'Terbit | Sumber | Judul',
  rows: [
    '8 Jan 2026, 10:00 WIB | Bisnis | IHSG turun',
    '7 Jan 2026, 10:00 WIB | Kontan | Laba BBCA naik',
    '– | Bisnis | ',
  ],
};

/** The tables of each page: their titles in both languages, and their rows. */
const TABLES = {
  ticker: {
    price: {
      en: 'Date | Open IDR | High IDR | Low IDR | Close IDR | VWAP IDR per share | Volume shares | Value IDR | Trades | Net foreign IDR',
      id: 'Tanggal | Pembukaan IDR | Tertinggi IDR | Terendah IDR | Penutupan IDR | VWAP IDR per saham | Volume saham | Nilai IDR | Frekuensi | Beli bersih asing IDR',
      rows: [
        '7 Jan 2026 | 111 | 115 | 101 | 105 | 104.74 | 20,050 | 2,100,000 | 5 | −200,000',
        '5 Jan 2026 | 100 | 120 | 90 | 110 | 105.00 | 40,000 | 4,200,000 | 7 | 500,000',
      ],
    },
    accumulation: {
      en: 'Brokers on each side | Net volume shares | Of the volume % | Net volume × VWAP IDR',
      id: 'Broker di tiap sisi | Volume bersih saham | Dari volume % | Volume bersih × VWAP IDR',
      rows: [
        '1 | 30,000 | 49.96 | 3,147,377',
        '3 | −600 | −1.00 | −62,948',
        'Side | Largest broker % | 3 largest % | 5 largest % | HHI',
        'Buys | 60.00 | 90.50 | 100.00 | 4,000.00',
        'Sells | 70.00 | 95.25 | 99.00 | 5,000.00',
      ],
    },
    brokers: {
      en: `Broker | Name | ${TOTALS_TITLES.en}`,
      id: `Broker | Nama | ${TOTALS_TITLES.id}`,
      rows: [
        'AK | UBS | +3,000,000 | 5,000,000 | 2,000,000 | 50,000 | 8,000 | 100.25 | 99.50 | 3 | 2',
        'YP | Mirae | −3,000,000 | 1,000,000 | 4,000,000 | 10,000 | 16,000 | 100.25 | 99.50 | 3 | 2',
      ],
    },
    inventory: {
      en: 'Date | Broker | Net volume shares | Net value IDR | Cumulative volume shares | Cumulative value IDR',
      id: 'Tanggal | Broker | Volume bersih saham | Nilai bersih IDR | Volume kumulatif saham | Nilai kumulatif IDR',
      rows: [
        '7 Jan 2026 | AK | 20,000 | 2,000,000 | 30,000 | 2,700,000',
        '7 Jan 2026 | YP | −4,000 | −400,000 | −12,000 | −1,080,000',
        '5 Jan 2026 | AK | 10,000 | 1,000,000 | 10,000 | 900,000',
        '5 Jan 2026 | YP | −8,000 | −800,000 | −8,000 | −720,000',
      ],
    },
    counterparties: {
      en: 'Buyer | Seller | Value IDR | Volume shares | Trades',
      id: 'Pembeli | Penjual | Nilai IDR | Volume saham | Frekuensi',
      rows: ['YP | AK | 10,000 | 100 | 1', 'AK | YP | 3,000,000 | 30,000 | 3'],
    },
    news: NEWS_TABLE,
  },
  market: {
    treemap: FLOWS,
    ranking: FLOWS,
    streaks: FLOWS,
    'broker-ranking': {
      en: `Broker | Name | Share % | ${TOTALS_TITLES.en}`,
      id: `Broker | Nama | Pangsa % | ${TOTALS_TITLES.id}`,
      rows: [
        'AK | UBS | 58.33 | +3,000,000 | 5,000,000 | 2,000,000 | 50,000 | 8,000 | 100.25 | 99.50 | 3 | 2',
        'YP | Mirae | 41.67 | −3,000,000 | 1,000,000 | 4,000,000 | 10,000 | 16,000 | 100.25 | 99.50 | 3 | 2',
      ],
    },
  },
  broker: {
    book: {
      en: `Ticker | ${TOTALS_TITLES.en}`,
      id: `Saham | ${TOTALS_TITLES.id}`,
      rows: [
        'TLKM | +2,500,000 | 5,000,000 | 2,500,000 | 50,000 | 10,000 | 100.25 | 99.50 | 3 | 2',
        'BBCA | −3,000,000 | 1,000,000 | 4,000,000 | 10,000 | 16,000 | 100.25 | 99.50 | 3 | 2',
      ],
    },
  },
  news: { news: NEWS_TABLE },
};

describe('the tables of the pictures', () => {
  test('have a title for each column, and the rows of the answer', async () => {
    for (const [name, tables] of Object.entries(TABLES)) {
      for (const language of ['en', 'id'] as const) {
        const page = await shown(SUBJECTS[name as keyof typeof SUBJECTS], new Recorded(), { language });
        for (const [id, { rows, ...titles }] of Object.entries(tables)) {
          const picture = partOf(page, id);
          expect(picture.html).not.toContain('<table');
          await picture.button(language === 'en' ? 'Table' : 'Tabel').on('click');
          const [head, ...body] = rowsOf(picture);
          expect([id, head]).toEqual([id, titles[language]]);
          if (language === 'en') expect([id, ...body]).toEqual([id, ...rows]);
          await picture.button(language === 'en' ? 'Table' : 'Tabel').on('click');
          expect(picture.html).not.toContain('<table');
        }
      }
    }
  });

  test('lead from a broker and a ticker to its page, with the range', async () => {
    const links: [string, string | undefined][] = [];
    for (const [name, tables] of Object.entries(TABLES)) {
      const page = await shown(SUBJECTS[name as keyof typeof SUBJECTS], new Recorded());
      for (const id of Object.keys(tables)) {
        await partOf(page, id).button('Table').on('click');
        const cells = partOf(page, id).all.filter(({ tag }) => tag === 'td');
        for (const link of cells.flatMap(({ all }) => all.filter(({ tag }) => tag === 'a')))
          links.push([link.text, link.attributes.get('href')]);
      }
    }
    const pageOf = (code: string) => `/${code.length === 2 ? 'brokers' : 'explore'}/${code}`;
    expect(links).toHaveLength(12);
    expect(links).toEqual(
      links.map(([code]) => [code, `${pageOf(code)}?from=2026-01-05&to=2026-01-08&market=RG&investor=all`]),
    );
  });

  test('are sorted by a column: numbers from the largest, texts from the first letter, then the other way round', async () => {
    const book = partOf(await shown(BROKER, new Recorded()), 'book');
    await book.button('Table').on('click');
    const state = () =>
      [
        ...rowsOf(book)
          .slice(1)
          .map((row) => row.slice(0, 4)),
        ...book.all
          .filter(({ tag }) => tag === 'th')
          .map(({ attributes }) => attributes.get('aria-sort')?.slice(0, 4)),
      ].slice(0, 5);
    expect(state()).toEqual(['TLKM', 'BBCA', 'none', 'desc', 'none']);
    await book.button('Sold IDR').on('click');
    expect(state()).toEqual(['BBCA', 'TLKM', 'none', 'none', 'none']);
    await book.button('Sold IDR').on('click');
    expect(state()).toEqual(['TLKM', 'BBCA', 'none', 'none', 'none']);
    await book.button('Ticker').on('click');
    expect(state()).toEqual(['BBCA', 'TLKM', 'asce', 'none', 'none']);
    await book.button('Ticker').on('click');
    expect(state()).toEqual(['TLKM', 'BBCA', 'desc', 'none', 'none']);
    await book.button('Net value IDR').on('click');
    expect(state()).toEqual(['TLKM', 'BBCA', 'none', 'desc', 'none']);
  });

  test('have 15 rows at first, and all of them on request', async () => {
    const rows = Array.from({ length: 17 }, (_, index) => ({
      ticker: `T${index}`,
      ...totals(1000 - index, 0),
    }));
    const browser = new Recorded(async ({ path, units }) => answered(path, units, { data: rows }));
    const book = partOf(await shown(BROKER, browser), 'book');
    await book.button('Table').on('click');
    expect(rowsOf(book)).toHaveLength(1 + 15);
    await book.button('Show all 17 rows').on('click');
    expect(rowsOf(book)).toHaveLength(1 + 17);
    expect(book.html).not.toContain('Show all');
  });
});

describe('the cursor of a picture', () => {
  const TLKM = 'TLKM: bought net 2,500,000 IDR, average price of the buys 100.25 IDR per share';
  const BBCA = 'BBCA: sold net 3,000,000 IDR, average price of the sells 99.50 IDR per share';
  const HINT = 'Use the arrow keys to read exact values.';

  const cursorOf = (picture: SmallNode) => {
    const slider = picture.find('plot');
    const [text, value] = ['aria-valuetext', 'aria-valuenow'].map((name) => slider.attributes.get(name));
    return { text, value, seen: picture.find('readout').text };
  };

  test('is moved by keys; Escape hides it, and Enter opens what it selects', async () => {
    const browser = new Recorded();
    const book = partOf(await shown(BROKER, browser), 'book');
    const slider = book.find('plot');
    let prevented = 0;
    const press = (key: string) => slider.on('keydown', { key, preventDefault: () => prevented++ });
    expect(slider.attributes.get('aria-label')).toBe(
      'What AK bought and sold. Use the arrow keys to read single values, and Enter to open one.',
    );
    expect(slider.attributes.get('aria-valuemax')).toBe('1');
    expect(cursorOf(book)).toEqual({ text: TLKM, value: '0', seen: TLKM });
    await slider.on('focus');
    expect(cursorOf(book)).toEqual({ text: TLKM, value: '0', seen: HINT });
    await press('Enter');
    expect(prevented).toBe(0);
    // The first arrow key selects the position that was read, the next ones move.
    await press('ArrowRight');
    expect(cursorOf(book)).toEqual({ text: TLKM, value: '0', seen: TLKM });
    await press('ArrowRight');
    expect(cursorOf(book)).toEqual({ text: BBCA, value: '1', seen: BBCA });
    await press('a');
    expect(prevented).toBe(2);
    expect(book.html).toContain('class="pair selected"');
    await press('Enter');
    await press('Escape');
    expect(cursorOf(book)).toEqual({ text: TLKM, value: '0', seen: HINT });
    expect(book.html).not.toContain('selected');
    await press('End');
    await slider.on('blur');
    expect(cursorOf(book)).toEqual({ text: TLKM, value: '0', seen: TLKM });
    expect(browser.done.slice(1)).toEqual([
      'go /explore/BBCA?from=2026-01-05&to=2026-01-08&market=RG&investor=all',
    ]);
  });

  test('follows the pointer, and a click opens what is under it', async () => {
    const browser = new Recorded();
    const book = partOf(await shown(BROKER, browser), 'book');
    const slider = book.find('plot');
    // The picture begins 10 pixels from the left and 20 from the top.
    const at = (x: number, y: number) => ({ clientX: 10 + x, clientY: 20 + y });
    await slider.on('pointermove', at(301, 27));
    expect(cursorOf(book).seen).toBe(BBCA);
    await slider.on('pointerleave');
    expect(cursorOf(book).seen).toBe(TLKM);
    await slider.on('pointerdown', at(301, 27));
    await slider.on('focus');
    await slider.on('pointerleave');
    expect(cursorOf(book).seen).toBe(BBCA);
    await slider.on('pointermove', at(301, 25));
    expect(cursorOf(book).seen).toBe(HINT);
    await slider.on('click', at(299, 27));
    await slider.on('click', at(299, 60));
    expect(browser.done.slice(1)).toEqual([
      'go /explore/TLKM?from=2026-01-05&to=2026-01-08&market=RG&investor=all',
    ]);
  });

  test.each([
    ['price', 3, '5 Jan 2026: open 100'],
    ['price', 137, '6 Jan 2026: no data, no file has arrived'],
    ['price', 1, '8 Jan 2026: no trade'],
    ['price', 538, '8 Jan 2026: no trade'],
    ['inventory', 47, '5 Jan 2026: AK +100'],
    ['inventory', 45, '8 Jan 2026: no trade'],
    ['inventory', 300, '7 Jan 2026: AK +300 · YP −120 · Close 105'],
    ['accumulation', [300, 39], 'Top 3: −1.00% of the volume'],
    ['accumulation', [300, 97], 'Average: +25.50% of the volume'],
    ['accumulation', [300, 98], 'Top 1:'],
    ['accumulation', [300, 7], 'Top 1:'],
    // The band between the smaller nodes is 6 pixels below the larger one.
    ['counterparties', [300, 406], 'YP bought 10,000 IDR from AK'],
    ['counterparties', [300, 398], 'AK bought'],
    ['counterparties', [127, 406], 'AK bought'],
    ['counterparties', [473, 406], 'AK bought'],
  ] as const)('selects in the picture %s what is at %j', async (id, place, text) => {
    const picture = partOf(await shown(TICKER, new Recorded()), id);
    const [x, y] = typeof place === 'number' ? [place, 100] : place;
    await picture.find('plot').on('pointermove', { clientX: 10 + x, clientY: 20 + y });
    expect(picture.find('readout').text).toContain(text);
  });

  test('opens the stocks and the brokers of the market', async () => {
    const browser = new Recorded();
    const page = await shown(MARKET, browser);
    const open = async (id: string, clientX: number, clientY: number) =>
      partOf(page, id).find('plot').on('click', { clientX, clientY });
    // BBCA has two thirds of the foreign trade, so 400 of 600 pixels; the legend is below 420.
    await open('treemap', 10 + 399, 20 + 419);
    await open('treemap', 10 + 401, 20);
    await open('treemap', 10 + 401, 20 + 421);
    await open('ranking', 10 + 400, 20 + 30);
    await open('streaks', 10 + 200, 20 + 30);
    await open('broker-ranking', 10 + 200, 20 + 30);
    const broker = partOf(await shown(TICKER, browser), 'brokers').find('plot');
    await broker.on('click', { clientX: 10 + 400, clientY: 20 + 30 });
    expect(browser.done.filter((each) => each.startsWith('go')).map((each) => each.split('?', 1)[0])).toEqual(
      [
        'go /explore/BBCA',
        'go /explore/TLKM',
        'go /explore/TLKM',
        'go /explore/BBCA',
        'go /brokers/AK',
        'go /brokers/YP',
      ],
    );
  });
});

/**
 * The shapes of pictures of 600 x 400 pixels and the shapes that the cursor adds at the other end. A price of 90 to 120 is at 214 to 20; a
 * volume of 40,000 has 44 pixels, 700,000 IDR of flow 68, the largest percent 232, and 42,000 shares of the inventory 340.
 */
const SHAPES = {
  price: [
    'gap-band 136 20 134 358',
    'gap-mark M200 368l6 6m0 -6l-6 6',
    'candle rise 69 20 69 214',
    'candle rise 60 84.7 18 64.7',
    'candle fall 337 52.3 337 142.9',
    'candle fall 328 78.2 18 38.8',
    'volume-bar 60 240 18 44',
    'flow-bar 60 310 18 48.6',
    'volume-bar 328 261.9 18 22.1',
    'flow-bar out 328 358.6 18 19.4',
    'last-price 0 117 538 117',
    'last-price 540 108 58 18',
    '+ cursor 69 20 69 378',
  ],
  accumulation: [
    'buy 298 15 232 16',
    'sell 293.4 45 4.6 16',
    'buy 298 75 118.4 16',
    '+ highlight 0 68 600 30',
  ],
  brokers: [
    'buy 131.6 31 124.4 14',
    'code tinted 262 29 34 18',
    'sell 344 31 124.4 14',
    'code 304 29 34 18',
    '+ highlight 300 26 300 24',
  ],
  inventory: [
    'gap-band 161.5 20 115.5 356',
    'gap-mark M216.3 366l6 6m0 -6l-6 6',
    'price-behind M480 7h22',
    'price-behind M103.8 58h2M334.8 338h2',
    'inventory buy-line rank-0 M103.8 187.9h2M334.8 26h2',
    'inventory sell-line rank-0 M103.8 333.6h2M334.8 366h2',
    'leader M336.8 26L514 26',
    'leader M336.8 366L514 366',
    '+ cursor 103.8 20 103.8 376',
    '+ buy 103.8 187.9',
    '+ sell 103.8 333.6',
  ],
  counterparties: [
    'band M138 26C300 26 300 26 462 26v368.8C300 394.8 300 394.8 138 394.8Z',
    'band M138 400.8C300 400.8 300 400.8 462 400.8v11.2C300 412 300 412 138 412Z',
    'buy 128 26 10 368.8',
    'buy 128 400.8 10 11.2',
    'sell 462 26 10 368.8',
    'sell 462 400.8 10 11.2',
    '+ band faded M138 26C300 26 300 26 462 26v368.8C300 394.8 300 394.8 138 394.8Z',
    '+ band selected M138 400.8C300 400.8 300 400.8 462 400.8v11.2C300 412 300 412 138 412Z',
  ],
  treemap: [
    'flow-in-2 1 1 398 418',
    'flow-out-2 401 1 198 418',
    'flow-out-6 70 430 46 12',
    'flow-out-3 118 430 46 12',
    'flow-0 166 430 46 12',
    'flow-in-3 214 430 46 12',
    'flow-in-6 262 430 46 12',
  ],
  streaks: [
    'foreign 35.6 31 206.4 14',
    'code 248 29 48 18',
    'sell 358 31 68.8 14',
    'code 304 29 48 18',
    '+ highlight 300 26 300 24',
  ],
};

describe('the shapes of a picture', () => {
  test('are to scale, and the cursor marks its position', async () => {
    for (const subject of [TICKER, MARKET]) {
      const page = await shown(subject, new Recorded());
      for (const [id, shapes] of Object.entries(SHAPES)) {
        const picture = picturesOf(page).find(({ attributes }) => attributes.get('id') === id);
        if (!picture) continue;
        const before = shapesOf(picture);
        const slider = picture.find('plot');
        await slider.on('keydown', { key: slider.attributes.get('aria-valuenow') === '0' ? 'End' : 'Home' });
        const added = shapesOf(picture).filter((shape) => !before.includes(shape));
        expect([id, ...before, ...added.map((shape) => `+ ${shape}`)]).toEqual([id, ...shapes]);
      }
    }
  });

  test.each([330, 480, 600, 1200])('are inside, and no two texts touch, at %d pixels', async (width) => {
    for (const [subject, language] of [
      [TICKER, 'en'],
      [TICKER, 'id'],
      [MARKET, 'en'],
      [MARKET, 'id'],
    ] as const) {
      const browser = new Recorded();
      browser.width = width;
      const page = await shown(subject, browser, { language });
      for (const picture of picturesOf(page).filter(({ html }) => html.includes('<svg'))) {
        const svg = picture.find('chart');
        const height = Number(svg.attributes.get('height'));
        expect(svg.attributes.get('viewBox')).toBe(`0 0 ${width} ${height}`);
        const boxes = svg.all.flatMap(({ tag, attributes, text }) => {
          const [x = 0, y = 0, w = 0, h = 0] = ['x', 'y', 'width', 'height'].map((name) =>
            Number(attributes.get(name) ?? 0),
          );
          if (tag === 'rect') return [{ name: attributes.get('class') ?? '', x, y, w, h, isText: false }];
          if (tag !== 'text' || text.trim() === '') return [];
          const size = Number(attributes.get('font-size') ?? 11);
          const length = 0.5 * size * text.trim().length;
          const before = { end: length, middle: length / 2 }[attributes.get('text-anchor') ?? ''] ?? 0;
          return [{ name: text, x: x - before, y: y - 0.7 * size, w: length, h: 0.7 * size, isText: true }];
        });
        const outside = boxes.filter(
          ({ x, y, w, h }) => x < -1 || y < 0 || x + w > width + 1 || y + h > height,
        );
        expect([width, picture.attributes.get('id'), outside]).toEqual([
          width,
          picture.attributes.get('id'),
          [],
        ]);
        const labels = boxes.filter(({ isText }) => isText);
        const touching = labels.flatMap((a, index) =>
          labels
            .slice(index + 1)
            .filter((b) => a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h && b.y < a.y + a.h)
            .map((b) => `${a.name} | ${b.name}`),
        );
        expect([width, language, picture.attributes.get('id'), touching]).toEqual([
          width,
          language,
          picture.attributes.get('id'),
          [],
        ]);
      }
    }
  });
});

describe('a picture', () => {
  test('is loading until its answer arrives', async () => {
    let arrive = (_: Answer) => {};
    const browser = new Recorded(
      () =>
        new Promise((resolve) => {
          arrive = resolve;
        }),
    );
    const page = await shown(BROKER, browser);
    expect(page.texts.slice(-2)).toEqual([
      'Loading …',
      'The cost of this view is shown when its pictures are loaded.',
    ]);
    expect(partOf(page, 'book').attributes.get('aria-busy')).toBe('true');
    arrive(answered('/brokers/AK/summary', 5));
    await settle();
    expect(partOf(page, 'book').attributes.get('aria-busy')).toBe('false');
    expect(page.texts.at(-1)).toBe('This view cost 5 units.');
  });

  test('has no drawing before its width is known', async () => {
    const browser = new Recorded();
    browser.width = 0;
    expect(partOf(await shown(BROKER, browser), 'book').find('drawing').childNodes).toEqual([]);
  });

  test.each([
    ['quota_exceeded', 'The quota of your plan is used up. Details.', 'See the plans', '/pricing'],
    [
      'signed_out',
      'Your session has ended.',
      'Sign in again',
      '/sign-in?next=%2Fexplore%2FBBCA%3Fmarket%3DRG',
    ],
    ['offline', 'The service cannot be reached. Check the connection and try again. Details.', 'Try again'],
    ['rate_limited', 'The service is busy. Try again in a few seconds. Details.', 'Try again'],
    ['overloaded', 'The service is busy. Try again in a few seconds. Details.', 'Try again'],
    ['internal', 'The request failed. Details.', 'Try again'],
  ])('says what to do after a failure: %s', async (code, text, title, href?: string) => {
    let failures = 0;
    const browser = new Recorded(async ({ path, units }) => {
      return failures++ === 0 ? { state: 'failed', code, message: 'Details.' } : answered(path, units);
    });
    const page = await shown(BROKER, browser);
    expect(partOf(page, 'book').texts.slice(2)).toEqual([text, title]);
    const button = partOf(page, 'book').button(title);
    expect(button.attributes.get('href')).toBe(href);
    if (href !== undefined) return;
    await button.on('click');
    expect(browser.done).toHaveLength(2);
    expect(page.texts.at(-1)).toBe('This view cost 5 units.');
  });

  test.each([
    ['unknown_ticker', 'No published day has a trade of this ticker. Check the spelling.'],
    ['no_trades', 'The published days of the range have no trade that matches the market and the investor.'],
    ['no_trading_day', 'The range has only weekends and holidays. Choose a trading day.'],
    ['not_published_yet', 'The data of this day has not arrived yet. Try again after 19:00 WIB.'],
    [
      'missing_day',
      'A trading day of this range has no data, and the other days have no trade that matches. Choose other days.',
    ],
    ['future', 'The trading days of the range are in the future. Choose an earlier day.'],
    [null, 'No rows for this view.'],
  ])('without rows says why, and has no table or file: %s', async (empty_reason, text) => {
    const browser = new Recorded(async ({ path, units }) =>
      answered(path, units, { data: [], empty_reason }),
    );
    const book = partOf(await shown(BROKER, browser), 'book');
    expect(book.texts.slice(2)).toEqual([text, 'Link', 'API call', '4 of 4 trading days · 5 units']);
  });

  test('without accumulation or news says so', async () => {
    const empty: Record<string, unknown> = {
      '/stocks/accumulation': { ...(DATA['/stocks/accumulation'] as object), volume: 0 },
      '/news': {},
    };
    const browser = new Recorded(async ({ path, units }) =>
      answered(path, units, { data: empty[path.split('?')[0] ?? ''] ?? [] }),
    );
    const page = await shown(TICKER, browser);
    const textOf = (id: string) => partOf(page, id).find('state').text;
    expect(textOf('accumulation')).toBe(
      'The published days of the range have no trade that matches the market and the investor.',
    );
    expect(textOf('news')).toBe('No source returned an article.');
    expect(page.texts.slice(0, 4)).toEqual(['Last price', '– IDR', 'Change', '–']);
    expect(partOf(await shown(NEWS, browser), 'news').find('state').text).toBe(
      'No source returned an article.',
    );
  });

  test('is downloaded for the units of one more request, which the cost of the page includes', async () => {
    const browser = new Recorded();
    const page = await shown(BROKER, browser);
    const book = partOf(page, 'book');
    expect(book.button('CSV').attributes.get('title')).toBe(
      'A download is a request of its own and costs 5 units.',
    );
    expect(book.find('footer').texts).toEqual([
      'Table',
      'CSV',
      'Parquet',
      '(5 units each)',
      'Link',
      'API call',
      '4 of 4 trading days · 5 units',
    ]);
    await book.button('CSV').on('click');
    await book.button('Parquet').on('click');
    const path = '/brokers/AK/summary?from=2026-01-05&to=2026-01-08&investor=all&market=RG';
    const file = 'AK-stocks-RG-2026-01-05-2026-01-08';
    expect(browser.done.slice(1)).toEqual([
      `download ${path} as ${file}.csv`,
      `download ${path} as ${file}.parquet`,
    ]);
    expect(page.texts.at(-1)).toBe('This view cost 9 units.');
    browser.downloads = undefined;
    await book.button('CSV').on('click');
    expect(book.find('footer').texts[4]).toBe('The download failed.');
    expect(page.texts.at(-1)).toBe('This view cost 9 units.');
    browser.downloads = 1;
    await book.button('CSV').on('click');
    expect(book.find('footer').texts[4]).toBe('Link');
  });

  test('shows its request as a command, and copies it', async () => {
    const browser = new Recorded();
    const book = partOf(await shown(BROKER, browser), 'book');
    const command = `curl -H "Authorization: Bearer $KEY" 'https://alir.example/brokers/AK/summary?from=2026-01-05&to=2026-01-08&investor=all&market=RG'`;
    await book.button('API call').on('click');
    expect(book.texts.slice(-3)).toEqual([command, 'Copy', 'Link for a spreadsheet']);
    expect(book.html).toContain('href="/account/keys?request=%2Fbrokers%2FAK%2Fsummary%3Ffrom%3D2026-01-05');
    await book.button('Copy').on('click');
    expect(book.texts.at(-2)).toBe('Copied');
    expect(browser.done.at(-1)).toBe(`copy ${command}`);
    await book.button('API call').on('click');
    expect(book.html).not.toContain('curl');
  });

  test.each([
    [
      { ...TICKER, pairs: false },
      'counterparties',
      'Show who traded with whom (5 units)',
      'pairs',
      '/stocks/counterparties',
      5,
    ],
    [
      { ...MARKET, brokers: false },
      'broker-ranking',
      'Show the ranking of brokers (5 units)',
      'brokers',
      '/brokers/ranking',
      5,
    ],
  ] as const)(
    'that costs more is loaded on request: %j',
    async (subject, id, title, parameter, path, before) => {
      const browser = new Recorded();
      const page = await shown(subject, browser);
      const { length } = browser.done;
      expect(page.texts.at(-1)).toBe(`This view cost ${before} units.`);
      await partOf(page, id).button(title).on('click');
      expect(browser.done.slice(length).map((each) => each.split('?', 1)[0])).toEqual([
        `keep ${parameter}=1`,
        `load ${path}`,
      ]);
      expect(page.texts.at(-1)).toBe(`This view cost ${before + 5} units.`);
    },
  );

  test.each([
    [TICKER, { brokers: 15 }],
    [MARKET, { ranking: 15, streaks: 15, 'broker-ranking': 15 }],
    [BROKER, { book: 25 }],
  ])('has as many bars as its note says: %j', async (subject, counts) => {
    const rows = Array.from({ length: 30 }, (_, index) => {
      const name = `T${index}`;
      return {
        code: name,
        share: 1,
        ...flow(name, 200 + index, 100, 1, 1 + index),
        ...totals(200 + index, 100),
      };
    });
    const browser = new Recorded(async ({ path, units }) =>
      /summary|ranking/.test(path) ? answered(path, units, { data: rows }) : answered(path, units),
    );
    const page = await shown(subject, browser);
    for (const [id, count] of Object.entries(counts)) {
      expect([id, partOf(page, id).html.match(/class="pair"/g)?.length]).toEqual([id, count]);
    }
  });

  test('of counterparties is a diagram or a matrix', async () => {
    const pairs = partOf(await shown(TICKER, new Recorded()), 'counterparties');
    const pressed = () =>
      ['Diagram', 'Matrix'].map((title) => pairs.button(title).attributes.get('aria-pressed'));
    expect(pressed()).toEqual(['true', 'false']);
    await pairs.button('Matrix').on('click');
    expect(pressed()).toEqual(['false', 'true']);
    expect(rowsOf(pairs.find('matrix'))).toEqual([' | YP | AK', 'AK | 3.0 M | –', 'YP | – | 10.0 k']);
    await pairs.button('Diagram').on('click');
    expect(pairs.html).not.toContain('matrix');
  });

  test.each([
    [{ market: 'ALL' }, ['Prices are those of the regular market.', '', '105 IDR']],
    [
      { market: 'NG' },
      [
        'Prices are those of negotiated trades, which may be far from those of the regular market.',
        '',
        '105 IDR, negotiated market',
      ],
    ],
    [
      { investor: 'f' },
      [
        'The choice of the investor does not change this picture.',
        'The choice of the investor does not change this picture.',
        '105 IDR',
      ],
    ],
    [
      { from: '2025-12-08' },
      ['', 'Only 9 Dec 2025 to 8 Jan 2026: a request for counterparties has at most 31 days.', '105 IDR'],
    ],
    [{ from: '2025-12-09' }, ['', '', '105 IDR']],
  ])('says what the selection %j means', async (selection, expected) => {
    const days = DAYS.filter(({ date }) => date !== '2026-01-08');
    const browser = new Recorded(async ({ path, units }) =>
      answered(path, units, { coverage: coverageFor('/news') }),
    );
    const page = await shown(TICKER, browser, { days, selection: { ...SELECTION, ...selection } });
    const remarkOf = (id: string) =>
      partOf(page, id)
        .all.filter(({ attributes }) => attributes.get('class') === 'note')
        .map(({ text }) => text.trim())
        .join();
    expect([remarkOf('price'), remarkOf('counterparties'), page.texts[1]]).toEqual(expected);
  });

  test.each([
    ['2026-01-07', {}, ['Prices and volumes are as traded', 'add up shares as traded']],
    ['2026-01-07', { adjust: 'splits' as const }, ['are adjusted to the shares', 'add up shares as traded']],
    // From the first day on, all shares are new ones.
    [SELECTION.from, {}, ['', '']],
  ])(
    'says which shares its figures are in after a split on %s with %j',
    async (ex_date, adjust, expected) => {
      const split = { ex_date, ticker: 'BBCA', kind: 'split', new_shares: 5, old_shares: 1 } as const;
      const days = DAYS.map((day) => (day.date === ex_date ? { ...day, actions: [split] } : day));
      const browser = new Recorded(async ({ path, units }) => answered(path, units));
      const page = await shown(TICKER, browser, { days, selection: { ...SELECTION, ...adjust } });
      const remarkOf = (id: string) =>
        partOf(page, id)
          .all.filter(({ attributes }) => attributes.get('class')?.startsWith('note'))
          .map(({ text }) => text.trim())
          .join();
      for (const [ids, text] of [
        [['price', 'inventory'], expected[0]],
        [['accumulation', 'brokers', 'counterparties'], expected[1]],
      ] as const) {
        for (const id of ids) {
          if (text) expect(remarkOf(id)).toContain(text);
          else expect(remarkOf(id)).not.toMatch(/shares/);
        }
      }
    },
  );
});
