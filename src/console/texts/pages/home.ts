import type { Catalogue } from '../../../core/catalogue.ts';

export const HOME = {
  title: ['Who bought, who sold, what foreigners did.', 'Siapa beli, siapa jual, ke mana dana asing.'],
  lead: [
    'Every trade of the Indonesia Stock Exchange, added up by broker and investor, to the rupiah. Over HTTP, MCP and SQL.',
    'Setiap transaksi Bursa Efek Indonesia, dijumlahkan per broker dan investor, sampai ke rupiahnya. Lewat HTTP, MCP, dan SQL.',
  ],
  explore: (ticker: string) => [`Explore ${ticker}`, `Jelajahi ${ticker}`],
  first_request: ['First request', 'Permintaan pertama'],
  see_plans: ['See the plans', 'Lihat paket'],
  newest_day: ['Newest day:', 'Hari terbaru:'],
  trades: (trades: string) => [`${trades} trades`, `${trades} transaksi`],
  published: (time: string) => [`published ${time}`, `terbit ${time}`],
  verified: ['matches the exchange', 'cocok dengan bursa'],
  verified_regular: ['regular market matches the exchange', 'pasar reguler cocok dengan bursa'],
  differs: ['differs from the exchange', 'berbeda dari bursa'],
  nothing_published: ['No day is published yet.', 'Belum ada hari yang terbit.'],
  flow: {
    title: ['Foreign flow', 'Arus dana asing'],
    about: (day: string) => [
      `net value in IDR million, and its share of all trades in the stock; ${day}, all markets`,
      `nilai bersih dalam juta IDR, dan bagiannya dari semua transaksi saham itu; ${day}, semua pasar`,
    ],
    bought: ['Net buying by foreign investors', 'Beli bersih investor asing'],
    sold: ['Net selling by foreign investors', 'Jual bersih investor asing'],
    columns: {
      ticker: ['Stock', 'Saham'],
      value: ['Net value', 'Nilai bersih'],
      share: ['Share', 'Bagian'],
    },
    of_all: (shown: string, all: string) => [`${shown} of ${all} stocks`, `${shown} dari ${all} saham`],
  },
  questions: {
    title: ['What the data answers', 'Yang dijawab oleh data ini'],
    list: [
      {
        name: ['Broker summary', 'Ringkasan broker'],
        about: [
          'Which brokers bought and sold a stock, at what average price',
          'Broker mana membeli dan menjual suatu saham, dan harga rata-ratanya',
        ],
      },
      {
        name: ['Foreign flow', 'Arus dana asing'],
        about: [
          'What foreign investors bought and sold, by stock and by day',
          'Yang dibeli dan dijual investor asing, per saham dan per hari',
        ],
      },
      {
        name: ['Accumulation', 'Akumulasi'],
        about: [
          'Whether the largest net buyers are few or many',
          'Apakah pembeli bersih terbesar sedikit atau banyak',
        ],
      },
      {
        name: ['Broker inventory', 'Inventori broker'],
        about: [
          'The net position of each broker in a stock, day by day',
          'Posisi bersih setiap broker di suatu saham, hari demi hari',
        ],
      },
      {
        name: ['Counterparties', 'Lawan transaksi'],
        about: ['From whom each broker bought', 'Dari siapa setiap broker membeli'],
      },
      {
        name: ['Prices', 'Harga'],
        about: [
          'Open, high, low, close, VWAP and volume of each day',
          'Pembukaan, tertinggi, terendah, penutupan, VWAP, dan volume setiap hari',
        ],
      },
      {
        name: ['Broker activity', 'Aktivitas broker'],
        about: [
          'Every stock that one broker bought and sold',
          'Semua saham yang dibeli dan dijual satu broker',
        ],
      },
      {
        name: ['News', 'Berita'],
        about: [
          'Recent market articles from Indonesian publishers',
          'Artikel pasar terbaru dari media Indonesia',
        ],
      },
    ],
  },
  all_prices: ['all prices', 'semua harga'],
  ways: {
    title: ['Ways to the data', 'Cara mendapat data'],
    list: [
      {
        name: ['HTTP', 'HTTP'],
        about: [
          'curl, TypeScript, Python; JSON, CSV, Arrow, Parquet',
          'curl, TypeScript, Python; JSON, CSV, Arrow, Parquet',
        ],
        href: ['/docs/caller', '/docs/caller'],
      },
      {
        name: ['MCP', 'MCP'],
        about: ['Tools for AI agents, at POST /mcp', 'Alat untuk agen AI, di POST /mcp'],
        href: ['/docs/caller#for-agents', '/docs/caller#for-agents'],
      },
      {
        name: ['SQL', 'SQL'],
        about: [
          'Parquet files with DuckDB, Python, R and Excel',
          'Berkas Parquet dengan DuckDB, Python, R, dan Excel',
        ],
        href: ['/docs/analysts', '/docs/analysts'],
      },
      {
        name: ['How the numbers are made', 'Asal angka'],
        about: ['Check a broker summary by hand', 'Menghitung ringkasan broker dengan tangan'],
        href: ['/docs/numbers', '/docs/numbers'],
      },
    ],
  },
} satisfies Catalogue;
