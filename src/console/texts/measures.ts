import type { Catalogue, Written } from '../../core/catalogue.ts';
import { EXPLORER } from './explorer.ts';

const { idr, idr_per_share, shares, trades, percent, days } = EXPLORER.units;

/** The names of measures. `#` stands for a number of brokers. */
export const MEASURE_TEXTS = {
  names: {
    close: ['Close', 'Penutupan'],
    volume: ['Volume', 'Volume'],
    value: ['Value', 'Nilai'],
    freq: ['Trades', 'Frekuensi'],
    change: ['Change', 'Perubahan'],
    range: ['Place in the range', 'Posisi dalam rentang'],
    volume_ratio: ['Volume to its median', 'Volume terhadap mediannya'],
    value_ratio: ['Value to its median', 'Nilai terhadap mediannya'],
    net_foreign: ['Net foreign', 'Asing bersih'],
    foreign_share: ['Net foreign share', 'Porsi asing bersih'],
    foreign_streak: ['Foreign streak', 'Asing beruntun'],
    accumulation: ['Accumulation', 'Akumulasi'],
    buy_top: ['Bought by the top #', 'Dibeli # broker teratas'],
    sell_top: ['Sold by the top #', 'Dijual # broker teratas'],
    net_buyers_less_sellers: ['Net buyers less sellers', 'Pembeli bersih dikurangi penjual bersih'],
    top5_buyer_cost: ['Cost of the top 5 net buyers', 'Harga beli 5 pembeli bersih teratas'],
    close_to_cost: ['Close to that cost', 'Penutupan terhadap harga beli itu'],
    negotiated_value: ['Negotiated value', 'Nilai negosiasi'],
    negotiated_premium: ['Negotiated premium', 'Premi negosiasi'],
  },
  of_days: (name: string, days: number) => [
    days === 1 ? name : `${name}, ${days} days`,
    days === 1 ? name : `${name}, ${days} hari`,
  ],
  percentile: (name: string, rows: number) => [
    `${name}: percentile among ${rows}`,
    `${name}: persentil di antara ${rows}`,
  ],
  units: {
    ...{ idr, idr_per_share, shares, trades, percent, days },
    times: ['×', '×'],
    brokers: ['brokers', 'broker'],
  },
} satisfies Catalogue;

export interface MeasureTexts extends Written<typeof MEASURE_TEXTS> {
  /** By the names above, and `percentile`. Default: the definitions of the API. */
  readonly definitions: Readonly<Record<string, string>>;
}

/** Definitions in Indonesian. `#` and `%` stand for numbers of brokers and of days. */
export const DEFINITIONS_ID: MeasureTexts['definitions'] = {
  close: 'harga transaksi terakhir hari itu, menurut nomor transaksi',
  volume: 'volume hari itu',
  value: 'nilai hari itu',
  freq: 'jumlah transaksi hari itu',
  change: 'penutupan / penutupan % hari bursa sebelumnya - 1',
  range:
    '(penutupan - harga terendah) / (harga tertinggi - harga terendah) dalam % hari terakhir; 50 jika keduanya sama',
  volume_ratio: 'volume hari itu / median volume % hari sebelumnya; kosong jika median itu 0',
  value_ratio: 'nilai hari itu / median nilai % hari sebelumnya; kosong jika median itu 0',
  net_foreign: 'nilai beli asing - nilai jual asing, selama % hari terakhir',
  foreign_share: 'asing bersih / nilai transaksi, selama % hari terakhir',
  foreign_streak:
    'jumlah hari berturut-turut sampai hari itu dengan asing bersih > 0 (angka positif) atau < 0 (angka negatif); hari tanpa transaksi memutusnya',
  accumulation: 'average_percent dari /stocks/accumulation selama % hari terakhir',
  buy_top: 'porsi volume % hari terakhir yang dibeli # broker pembeli terbesar',
  sell_top: 'porsi volume % hari terakhir yang dijual # broker penjual terbesar',
  net_buyers_less_sellers:
    'jumlah broker yang membeli lebih banyak saham daripada menjual - jumlah broker yang menjual lebih banyak, selama % hari terakhir',
  top5_buyer_cost:
    'nilai beli / volume beli dari 5 broker pembeli bersih terbesar (dalam saham) selama % hari terakhir, sebagai perkiraan harga perolehan; kosong jika tidak ada pembeli bersih',
  close_to_cost:
    'penutupan / perkiraan harga perolehan 5 pembeli bersih terbesar selama % hari terakhir (sebelum dibulatkan) - 1',
  negotiated_value: 'nilai hari itu di pasar negosiasi (NG)',
  negotiated_premium: 'harga rata-rata hari itu di NG / penutupan - 1; kosong jika tidak ada transaksi di NG',
  percentile:
    'persentase dari % data sebelumnya dari saham ini yang nilainya lebih rendah, nilai yang sama dihitung setengah; kosong jika data saham kurang dari itu atau hari itu tidak ada nilai',
};
