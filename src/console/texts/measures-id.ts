import type { measures as english } from './measures-en.ts';

/** The Indonesian names of measures. */
export const measures: typeof english = {
  names: {
    close: 'Penutupan',
    volume: 'Volume',
    value: 'Nilai',
    freq: 'Frekuensi',
    change: 'Perubahan',
    range: 'Posisi dalam rentang',
    volume_ratio: 'Volume terhadap mediannya',
    value_ratio: 'Nilai terhadap mediannya',
    net_foreign: 'Asing bersih',
    foreign_share: 'Porsi asing bersih',
    foreign_streak: 'Asing beruntun',
    accumulation: 'Akumulasi',
    buy_top: 'Dibeli # broker teratas',
    sell_top: 'Dijual # broker teratas',
    net_buyers_less_sellers: 'Pembeli bersih dikurangi penjual bersih',
    top5_buyer_cost: 'Harga beli 5 pembeli bersih teratas',
    close_to_cost: 'Penutupan terhadap harga beli itu',
    negotiated_value: 'Nilai negosiasi',
    negotiated_premium: 'Premi negosiasi',
  },
  of_days: (name, days) => (days === 1 ? name : `${name}, ${days} hari`),
  percentile: (name, rows) => `${name}: persentil di antara ${rows}`,
  units: {
    idr: 'IDR',
    idr_per_share: 'IDR per saham',
    shares: 'saham',
    trades: 'transaksi',
    percent: '%',
    times: '×',
    days: 'hari',
    brokers: 'broker',
  },
};
