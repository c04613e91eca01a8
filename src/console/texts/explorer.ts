import type { Catalogue, Translated, Written } from '../../core/catalogue.ts';

const ORDINALS = new Intl.PluralRules('en', { type: 'ordinal' });

/** What is wrong and what to do when the API refuses a request, by the code of the error. */
export const REFUSALS = {
  quota_exceeded: 'Semua unit sudah terpakai. Tunggu sampai kuota diatur ulang, atau naikkan paket.',
  quota_insufficient:
    'Biaya permintaan ini melebihi sisa unit. Pilih lebih sedikit hari atau saham, atau naikkan paket.',
  key_units_exceeded:
    'Unit dalam batas kunci ini sudah terpakai. Naikkan batasnya di halaman Kunci API, atau pakai kunci lain.',
  rate_limited: 'Terlalu banyak permintaan dalam satu menit. Tunggu satu menit, lalu muat ulang halaman.',
  account_suspended: 'Akun ini ditangguhkan. Tanyakan sebabnya kepada operator.',
  answer_too_large: 'Jawabannya terlalu besar. Pilih lebih sedikit hari.',
  overloaded: 'Server sedang sibuk. Muat ulang halaman sebentar lagi.',
};

/** The texts of the explorer. Values between commas are parameters, already written in the language. */
export const EXPLORER = {
  units: {
    idr: ['IDR', 'IDR'],
    shares: ['shares', 'saham'],
    percent: ['%', '%'],
    idr_per_share: ['IDR per share', 'IDR per saham'],
    trades: ['trades', 'transaksi'],
    days: ['days', 'hari'],
    cost: (units: number) => [units === 1 ? '1 unit' : `${units} units`, `${units} unit`],
  },
  percentile: {
    lowest: ['lowest', 'terendah'],
    highest: ['highest', 'tertinggi'],
    rank: (place: number) => [`${place}${ordinalEnding(place)}`, `ke-${place}`],
    too_short: ['too short', 'terlalu pendek'],
  },
  columns: {
    date: ['Date', 'Tanggal'],
    broker: ['Broker', 'Broker'],
    name: ['Name', 'Nama'],
    ticker: ['Ticker', 'Saham'],
    net_value: ['Net value', 'Nilai bersih'],
    net_volume: ['Net volume', 'Volume bersih'],
    buy_value: ['Bought', 'Nilai beli'],
    sell_value: ['Sold', 'Nilai jual'],
    buy_volume: ['Volume bought', 'Volume beli'],
    sell_volume: ['Volume sold', 'Volume jual'],
    buy_freq: ['Buys', 'Frekuensi beli'],
    sell_freq: ['Sells', 'Frekuensi jual'],
    buy_avg: ['Average buy', 'Rata-rata beli'],
    sell_avg: ['Average sell', 'Rata-rata jual'],
    open: ['Open', 'Pembukaan'],
    high: ['High', 'Tertinggi'],
    low: ['Low', 'Terendah'],
    close: ['Close', 'Penutupan'],
    average: ['VWAP', 'VWAP'],
    volume: ['Volume', 'Volume'],
    value: ['Value', 'Nilai'],
    freq: ['Trades', 'Frekuensi'],
    net_foreign: ['Net foreign', 'Beli bersih asing'],
    foreign_buy: ['Foreign buys', 'Beli asing'],
    foreign_sell: ['Foreign sales', 'Jual asing'],
    percent: ['Of the value', 'Dari nilai'],
    of_volume: ['Of the volume', 'Dari volume'],
    at_vwap: ['Net volume × VWAP', 'Volume bersih × VWAP'],
    streak: ['Streak', 'Hari beruntun'],
    share: ['Share', 'Pangsa'],
    cumulative_volume: ['Cumulative volume', 'Volume kumulatif'],
    cumulative_value: ['Cumulative value', 'Nilai kumulatif'],
    position: ['Position', 'Posisi'],
    average_cost: ['Average cost', 'Harga rata-rata'],
    result: ['Result', 'Hasil'],
    days_held: ['Held', 'Dipegang'],
    buyer: ['Buyer', 'Pembeli'],
    seller: ['Seller', 'Penjual'],
    top: ['Brokers on each side', 'Broker di tiap sisi'],
    side: ['Side', 'Sisi'],
    top1: ['Largest broker', 'Broker terbesar'],
    top3: ['3 largest', '3 terbesar'],
    top5: ['5 largest', '5 terbesar'],
    hhi: ['HHI', 'HHI'],
  },
  table: {
    sort: (column: string) => [`Sort by ${column}`, `Urutkan menurut ${column}`],
    more: (count: string) => [`Show all ${count} rows`, `Tampilkan semua ${count} baris`],
    empty: ['No rows', 'Tidak ada baris'],
  },
  chart: {
    keys: ['Use the arrow keys to read single values.', 'Gunakan tombol panah untuk membaca tiap nilai.'],
    keys_zoom: [
      'Use the arrow keys to read single values, + to zoom in and - to show all days.',
      'Gunakan tombol panah untuk membaca tiap nilai, + untuk memperbesar, dan - untuk menampilkan semua hari.',
    ],
    keys_open: [
      'Use the arrow keys to read single values, and Enter to open one.',
      'Gunakan tombol panah untuk membaca tiap nilai, dan Enter untuk membukanya.',
    ],
    nothing_selected: [
      'Use the arrow keys to read exact values.',
      'Gunakan tombol panah untuk membaca nilai persisnya.',
    ],
    no_data: (date: string, reason: string) => [
      `${date}: no data, ${reason}`,
      `${date}: tidak ada data, ${reason}`,
    ],
    no_trade: (date: string) => [`${date}: no trade`, `${date}: tidak ada transaksi`],
    others: ['Others', 'Lainnya'],
    whole_range: ['Show all days', 'Tampilkan semua hari'],
  },
  /** Corporate actions. */
  actions: {
    split: ['Stock split', 'Stock split'],
    reverse_split: ['Reverse split', 'Reverse split'],
    bonus: ['Bonus shares', 'Saham bonus'],
    rights: ['Rights', 'HMETD'],
  },
  /** Two tables beside each other. */
  sided: {
    sides: {
      net: ['Net', 'Net'],
      gross: ['Gross', 'Gross'],
    },
    net_buyers: ['Net buyers', 'Net buy'],
    net_sellers: ['Net sellers', 'Net sell'],
    buyers: ['Buyers', 'Pembeli'],
    sellers: ['Sellers', 'Penjual'],
    foreign_buys: ['Foreign net buys', 'Beli bersih asing'],
    foreign_sells: ['Foreign net sales', 'Jual bersih asing'],
    net: ['Net, IDR', 'Bersih, IDR'],
    gross: ['Value, IDR', 'Nilai, IDR'],
    net_lots: ['Net lots', 'Lot bersih'],
    lots: ['Lots', 'Lot'],
    average_buy: ['Avg. buy', 'Rerata beli'],
    average_sell: ['Avg. sell', 'Rerata jual'],
    bought: ['Bought, IDR', 'Beli, IDR'],
    sold: ['Sold, IDR', 'Jual, IDR'],
    share: ['Share', 'Pangsa'],
  },
  days_notice: {
    missing_count: (count: string, isOne: boolean) => [
      `${count} ${isOne ? 'day' : 'days'} without data`,
      `${count} hari tanpa data`,
    ],
    corrected_count: (count: string) => [`${count} corrected`, `${count} dikoreksi`],
    checking_count: (count: string) => [`${count} being checked`, `${count} sedang diperiksa`],
    missing: (days: string) => [`Not in the totals: ${days}`, `Tidak termasuk dalam jumlah: ${days}`],
    corrected: (days: string) => [
      `${days}: corrected after the first publication`,
      `${days}: dikoreksi setelah pertama kali terbit`,
    ],
    checking: (days: string) => [
      `${days}: a correction is being checked, the figures may change`,
      `${days}: koreksinya sedang diperiksa, angkanya masih bisa berubah`,
    ],
  },
  /** A range of one day. */
  day: {
    title: (day: string) => [`${day} against the days before`, `${day} dibanding hari-hari sebelumnya`],
    note: [
      'regular market; pale dots: the days before; strong dot: the day',
      'pasar reguler; titik pucat: hari-hari sebelumnya; titik tebal: hari itu',
    ],
    none: [
      'The measures of this day are not computed yet, or the stock had no regular trade.',
      'Ukuran hari ini belum dihitung, atau saham ini tidak punya transaksi reguler.',
    ],
    measures: {
      change_1d: ['Change of the close', 'Perubahan penutupan'],
      value_ratio_20d: ['Value to the median of 20 days', 'Nilai dibanding median 20 hari'],
      foreign_share_1d: ['Net foreign of the value', 'Beli bersih asing dari nilai'],
      accumulation_1d: ['Accumulation', 'Akumulasi'],
      foreign_share_5d: ['Net foreign of the value, 5 days', 'Beli bersih asing dari nilai, 5 hari'],
      volume_ratio_20d: ['Volume to the median of 20 days', 'Volume dibanding median 20 hari'],
      accumulation_5d: ['Accumulation, 5 days', 'Akumulasi, 5 hari'],
      change_20d: ['Change, 20 days', 'Perubahan, 20 hari'],
    },
    rank: (place: string, days: string) => [
      `${place} among ${days} earlier days`,
      `${place} di antara ${days} hari sebelumnya`,
    ],
    unusual: ['Unusual here', 'Tidak biasa di sini'],
    unusual_note: ['against the days before', 'dibanding hari-hari sebelumnya'],
    load: (cost: string) => [`Show what is unusual (${cost})`, `Tampilkan yang tidak biasa (${cost})`],
  },
  broker_summary: {
    title: ['Broker summary', 'Ringkasan broker'],
    note: ['indigo code: broker with a foreign parent', 'kode nila: broker berinduk asing'],
    hint: ['a code opens the broker in this stock', 'kode membuka broker itu di saham ini'],
  },
  price: {
    title: ['Price and foreign flow', 'Harga dan arus asing'],
    hint: ['drag with the mouse to zoom in', 'seret dengan mouse untuk memperbesar'],
    day_note: ['the day and the days before it', 'hari itu dan hari-hari sebelumnya'],
    shapes: {
      candles: ['Candles', 'Candle'],
      line: ['Line', 'Garis'],
    },
    averages: ['Averages', 'Rata-rata'],
    lines: {
      ma10: ['MA 10', 'MA 10'],
      ma20: ['MA 20', 'MA 20'],
      vwap: ['VWAP', 'VWAP'],
    },
    price: ['Price, IDR', 'Harga, IDR'],
    volume: ['Volume, lots', 'Volume, lot'],
    flow: ['Net foreign, IDR a day', 'Beli bersih asing, IDR per hari'],
    flow_sum: [
      'Net foreign, IDR, sum since the first day',
      'Beli bersih asing, IDR, jumlah sejak hari pertama',
    ],
    at: (
      date: string,
      row: { open: string; high: string; low: string; close: string; volume: string; flow: string },
    ) => [
      `${date}: open ${row.open}, high ${row.high}, low ${row.low}, close ${row.close} IDR; volume ${row.volume} lots; net foreign ${row.flow} IDR`,
      `${date}: pembukaan ${row.open}, tertinggi ${row.high}, terendah ${row.low}, penutupan ${row.close} IDR; volume ${row.volume} lot; beli bersih asing ${row.flow} IDR`,
    ],
    no_regular: ['no regular trade', 'tanpa transaksi reguler'],
    no_trades: (count: string, isOne: boolean, days: string) => [
      `No trade of this stock on ${count} trading ${isOne ? 'day' : 'days'}: ${days}. No data is missing: the exchange may have suspended the stock, or nobody traded it.`,
      `Saham ini tidak ditransaksikan pada ${count} hari bursa: ${days}. Datanya lengkap: perdagangan saham mungkin dihentikan sementara oleh bursa (suspensi), atau memang tidak ada yang bertransaksi.`,
    ],
    no_negotiated: (count: string, isOne: boolean, days: string) => [
      `No negotiated trade of this stock on ${count} trading ${isOne ? 'day' : 'days'}: ${days}. No data is missing.`,
      `Tidak ada transaksi negosiasi saham ini pada ${count} hari bursa: ${days}. Datanya lengkap.`,
    ],
  },
  inventory: {
    title: ['Broker inventory', 'Inventori broker'],
    note: [
      'largest net buyers and net sellers, summed up since the first day',
      'pembeli dan penjual bersih terbesar, dijumlahkan sejak hari pertama',
    ],
    units: {
      volume: ['Volume', 'Volume'],
      value: ['Value', 'Nilai'],
    },
    axis: ['Net volume, lots', 'Volume bersih, lot'],
    value_axis: ['Net value, IDR', 'Nilai bersih, IDR'],
    close: ['Close, IDR', 'Penutupan, IDR'],
    price: ['Close', 'Tutup'],
    at: (date: string, lines: string) => [`${date}: ${lines}`, `${date}: ${lines}`],
  },
  accumulation: {
    title: ['Accumulation', 'Akumulasi'],
    note: [
      'net buys of the top n buyers minus net sells of the top n sellers, % of the volume',
      'beli bersih n pembeli terbesar dikurangi jual bersih n penjual terbesar, % volume',
    ],
    labels: {
      'Big Accumulation': ['Big accumulation', 'Akumulasi besar'],
      'Normal Accumulation': ['Normal accumulation', 'Akumulasi sedang'],
      'Small Accumulation': ['Small accumulation', 'Akumulasi kecil'],
      Neutral: ['Neutral', 'Netral'],
      'Small Distribution': ['Small distribution', 'Distribusi kecil'],
      'Normal Distribution': ['Normal distribution', 'Distribusi sedang'],
      'Big Distribution': ['Big distribution', 'Distribusi besar'],
    } as Readonly<Record<string, Translated>>,
    axis: ['% of the volume', '% volume'],
    verdict: (percent: string) => [`${percent} on average`, `rata-rata ${percent}`],
    sides: (buyers: string, sellers: string) => [
      `${buyers} net ${buyers === '1' ? 'buyer' : 'buyers'}, ${sellers} net ${sellers === '1' ? 'seller' : 'sellers'}`,
      `${buyers} pembeli bersih, ${sellers} penjual bersih`,
    ],
    top: (n: number) => [`Top ${n}`, `Top ${n}`],
    at: (n: number, percent: string, volume: string, value: string) => [
      `Top ${n}: ${percent} of the volume, ${volume} shares, ${value} IDR`,
      `Top ${n}: ${percent} dari volume, ${volume} saham, ${value} IDR`,
    ],
    average_row: ['Average', 'Rata-rata'],
    average: (percent: string) => [`Average: ${percent} of the volume`, `Rata-rata: ${percent} dari volume`],
    formula: {
      title: ['How it is computed', 'Cara menghitungnya'],
      net: [
        'The net volume of a broker is the shares that it bought minus the shares that it sold in the range.',
        'Volume bersih broker adalah saham yang dibeli dikurangi saham yang dijual dalam rentang ini.',
      ],
      top: [
        'Top n is the net volume of the n largest net buyers minus that of the n largest net sellers. Its percent is a percent of the volume of all investors.',
        'Top n adalah volume bersih n pembeli bersih terbesar dikurangi volume bersih n penjual bersih terbesar. Persennya adalah persen dari volume semua investor.',
      ],
      value: [
        'The value in IDR is this number of shares times the average price (VWAP): value divided by volume, of all investors.',
        'Nilai dalam IDR adalah jumlah saham ini dikali harga rata-rata (VWAP): nilai dibagi volume, dari semua investor.',
      ],
      example: (n: number, shares: string, value: string, volume: string, result: string) => [
        `Top ${n}: ${shares} × (${value} / ${volume}) = ${result} IDR.`,
        `Top ${n}: ${shares} × (${value} / ${volume}) = ${result} IDR.`,
      ],
      average: [
        'Average = (top 3 + top 5 + mean of top 1, 2, 3, 4 and 5) / 3, in percent of the same volume. Top 10 is not part of it.',
        'Rata-rata = (top 3 + top 5 + rata-rata top 1, 2, 3, 4, dan 5) / 3, dalam persen volume yang sama. Top 10 tidak termasuk.',
      ],
      neutral: (label: string, percent: string) => [
        `${label}: the average is between −${percent} and +${percent}.`,
        `${label}: rata-rata di antara −${percent} dan +${percent}.`,
      ],
      from: (percent: string, bought: string, sold: string) => [
        `${bought}: +${percent} or more. ${sold}: −${percent} or less.`,
        `${bought}: +${percent} atau lebih. ${sold}: −${percent} atau kurang.`,
      ],
    },
    explained: [
      'Net figures hide what a broker bought and sold again. The label does not predict prices.',
      'Angka bersih menyembunyikan saham yang dibeli lalu dijual lagi. Label ini bukan ramalan harga.',
    ],
    sql: ['SQL', 'SQL'],
    concentration: ['Share of the largest brokers in the volume', 'Pangsa broker terbesar dalam volume'],
    buys: ['Buys', 'Beli'],
    sells: ['Sells', 'Jual'],
  },
  counterparties: {
    title: ['Counterparties', 'Lawan transaksi'],
    note: (days: string) => [
      `who bought from whom, value in IDR, ${days}`,
      `siapa membeli dari siapa, nilai dalam IDR, ${days}`,
    ],
    load: (cost: string) => [
      `Show who traded with whom (${cost})`,
      `Tampilkan siapa bertransaksi dengan siapa (${cost})`,
    ],
    limited: (days: string, from: string, to: string) => [
      `Only ${from} to ${to}: a request for counterparties has at most ${days} days.`,
      `Hanya ${from} sampai ${to}: permintaan lawan transaksi paling banyak ${days} hari.`,
    ],
    matrix: ['Matrix', 'Matriks'],
    matrix_caption: [
      'Rows: buyers. Columns: sellers. Value in IDR.',
      'Baris: pembeli. Kolom: penjual. Nilai dalam IDR.',
    ],
    corner: ['Buyer ↓ seller →', 'Pembeli ↓ penjual →'],
    highlight: ['Highlight', 'Sorot'],
    no_highlight: ['none', 'tidak ada'],
    own: (value: string) => [
      `${value}: own clients traded with each other`,
      `${value}: sesama nasabah broker ini`,
    ],
  },
  book: {
    title: (code: string) => [`What ${code} bought and sold`, `Yang dibeli dan dijual ${code}`],
    note: (code: string) => [`a code opens ${code} in this stock`, `kode membuka ${code} di saham itu`],
    bought: ['Bought', 'Beli'],
    sold: ['Sold', 'Jual'],
    net_remark: ['IDR bought less sold in all stocks', 'IDR beli dikurangi jual di semua saham'],
    stocks: ['Stocks', 'Saham'],
  },
  /** A broker in a stock. */
  position: {
    page_title: (broker: string, ticker: string) => [`${broker} in ${ticker}`, `${broker} di ${ticker}`],
    title: ['Price, cost and position', 'Harga, harga rata-rata, dan posisi'],
    note: [
      'shaded: the close above or below the cost',
      'diarsir: penutupan di atas atau di bawah harga rata-rata',
    ],
    held: (day: string) => [`lots held since ${day}, estimated`, `lot dipegang sejak ${day}, perkiraan`],
    bought_days: ['Days of net buys', 'Hari beli bersih'],
    sold_days: ['Days of net sales', 'Hari jual bersih'],
    estimated: (day: string) => [`Estimated, on ${day}`, `Perkiraan, pada ${day}`],
    estimate: ['Estimated', 'Perkiraan'],
    cost: ['Average cost', 'Harga rata-rata'],
    close: (price: string) => [`close ${price}`, `penutupan ${price}`],
    result: ['Result', 'Hasil'],
    price_axis: [
      'Close, and average cost of the position, IDR',
      'Penutupan, dan harga rata-rata posisi, IDR',
    ],
    net_axis: ['Net trades of the day, lots', 'Transaksi bersih hari itu, lot'],
    held_axis: ['Position, lots', 'Posisi, lot'],
    cost_label: (price: string) => [`cost ${price}`, `rerata ${price}`],
    at: (
      date: string,
      row: { net: string; position: string; cost: string; close: string; result: string },
    ) => [
      `${date}: net ${row.net} lots, position ${row.position} lots; cost ${row.cost}, close ${row.close} IDR; result ${row.result} IDR`,
      `${date}: bersih ${row.net} lot, posisi ${row.position} lot; harga rata-rata ${row.cost}, penutupan ${row.close} IDR; hasil ${row.result} IDR`,
    ],
    caveat_title: ['An estimate', 'Ini perkiraan'],
    caveat: (broker: string, day: string) => [
      `A broker trades for many clients: one can buy while another sells, and shares move between brokers without a trade. What the clients of ${broker} held before ${day} is not known, so the position begins at 0 on that day. Fees and taxes are not included.`,
      `Broker bertransaksi untuk banyak nasabah: satu bisa membeli selagi yang lain menjual, dan saham bisa berpindah antarbroker tanpa transaksi. Kepemilikan nasabah ${broker} sebelum ${day} tidak diketahui, jadi posisinya mulai dari 0 pada hari itu. Biaya dan pajak tidak dihitung.`,
    ],
    to_stock: (ticker: string) => [`All brokers in ${ticker}`, `Semua broker di ${ticker}`],
    to_broker: (broker: string) => [`All stocks of ${broker}`, `Semua saham ${broker}`],
    others: (broker: string) => [`${broker} in all stocks`, `${broker} di semua saham`],
    load_others: (cost: string) => [`Show its other stocks (${cost})`, `Tampilkan saham lainnya (${cost})`],
  },
  market: {
    turnover: ['Turnover', 'Nilai transaksi'],
    turnover_note: ['pale: the days before the range', 'pucat: hari-hari sebelum rentang'],
    turnover_axis: ['Turnover, IDR a day', 'Nilai transaksi, IDR per hari'],
    turnover_at: (date: string, value: string) => [`${date}: ${value} IDR`, `${date}: ${value} IDR`],
    turnover_on: (day: string) => [`IDR turnover on ${day}`, `IDR nilai transaksi pada ${day}`],
    turnover_remark: (day: string, times: string) => [
      `IDR turnover on ${day}, ${times}× the median of the 20 days before`,
      `IDR nilai transaksi pada ${day}, ${times}× median 20 hari sebelumnya`,
    ],
    usual: (value: string) => [`usual ${value}`, `biasanya ${value}`],
    net_foreign: ['Net foreign of the market', 'Beli bersih asing di pasar'],
    net_foreign_note: [
      'foreign buys less foreign sales, all stocks',
      'beli asing dikurangi jual asing, semua saham',
    ],
    net_foreign_at: (date: string, value: string) => [`${date}: ${value} IDR`, `${date}: ${value} IDR`],
    stocks_on: (day: string) => [`Stocks on ${day}, regular market`, `Saham pada ${day}, pasar reguler`],
    rose: ['Rose', 'Naik'],
    fell: ['Fell', 'Turun'],
    median: ['Median change', 'Median perubahan'],
    gainers: ['Gainers', 'Top gainer'],
    losers: ['Losers', 'Top loser'],
    active: ['Most active', 'Paling aktif'],
    unusual: ['Unusual volume', 'Volume tidak biasa'],
    period: (days: number, day: string) => [
      `regular market, ${days === 1 ? day : `the ${days} days to ${day}`}`,
      `pasar reguler, ${days === 1 ? day : `${days} hari sampai ${day}`}`,
    ],
    value_of: (day: string) => [`value of ${day}, IDR`, `nilai transaksi ${day}, IDR`],
    treemap: ['Map', 'Peta'],
    colour: ['Colour', 'Warna'],
    colours: {
      change: ['Change', 'Perubahan'],
      foreign: ['Foreign share', 'Porsi asing'],
    },
    cell_change: (ticker: string, value: string, change: string) => [
      `${ticker}: value ${value} IDR, change ${change}`,
      `${ticker}: nilai ${value} IDR, perubahan ${change}`,
    ],
    cell_share: (ticker: string, value: string, share: string) => [
      `${ticker}: value ${value} IDR, net foreign ${share} of the value`,
      `${ticker}: nilai ${value} IDR, beli bersih asing ${share} dari nilai`,
    ],
    ranking: ['Foreign net buys and net sales', 'Beli bersih dan jual bersih asing'],
    streak_note: [
      'streak: days in a row up to the last day, also before the range',
      'hari beruntun: sampai hari terakhir, juga dari sebelum rentang',
    ],
    brokers: ['Brokers', 'Broker'],
    brokers_note: [
      'net value in all stocks; indigo code: broker with a foreign parent',
      'nilai bersih di semua saham; kode nila: broker berinduk asing',
    ],
    load_brokers: (cost: string) => [
      `Show the ranking of brokers (${cost})`,
      `Tampilkan peringkat broker (${cost})`,
    ],
  },
  /** @param days over which a measure is computed */
  measures: {
    change: (days: number) => [`Change, ${days} d`, `Perubahan, ${days} h`],
    net_foreign: (days: number) => [`Net foreign, ${days} d`, `Beli bersih asing, ${days} h`],
    foreign_share: (days: number) => [`Of the value, ${days} d`, `Dari nilai, ${days} h`],
    volume_ratio: ['Volume to its median', 'Volume dari mediannya'],
    volume_ratio_note: [
      'times the median volume of the 20 days before',
      'kali median volume 20 hari sebelumnya',
    ],
  },
  news: {
    title: ['News', 'Berita'],
    note: ['newest first, from the feeds of the publishers', 'terbaru lebih dulu, dari sumber berita'],
    about: (ticker: string) => [`Names ${ticker}`, `Menyebut ${ticker}`],
    none_about: (ticker: string) => [
      `No article names ${ticker}.`,
      `Tidak ada artikel yang menyebut ${ticker}.`,
    ],
    other: ['Other market news', 'Berita pasar lainnya'],
    none: ['No source returned an article.', 'Tidak ada sumber yang memberi artikel.'],
    untitled: ['Without a title', 'Tanpa judul'],
    source: ['Source', 'Sumber'],
    title_column: ['Title', 'Judul'],
    time: ['Published', 'Terbit'],
  },
  kpi: {
    last_day: ['Last day', 'Hari terakhir'],
    on: (day: string) => [`On ${day}`, `Pada ${day}`],
    change: ['Change', 'Perubahan'],
    from_open: (price: string) => [`from the first open of ${price}`, `dari pembukaan pertama ${price}`],
    from_close: (day: string, price: string) => [
      `from the close of ${day}, ${price}`,
      `dari penutupan ${day}, ${price}`,
    ],
    negotiated: ['negotiated market', 'pasar negosiasi'],
    value: ['Value', 'Nilai'],
    vwap: ['VWAP', 'VWAP'],
    net_foreign: ['Net foreign', 'Beli bersih asing'],
    accumulation: ['Accumulation', 'Akumulasi'],
    up: ['up', 'naik'],
    down: ['down', 'turun'],
    unchanged: ['unchanged', 'tetap'],
  },
  picture: {
    table: ['Table', 'Tabel'],
    csv: ['CSV', 'CSV'],
    xlsx: ['Excel', 'Excel'],
    parquet: ['Parquet', 'Parquet'],
    link: ['Link', 'Tautan'],
    api: ['API call', 'Panggilan API'],
    copy: ['Copy', 'Salin'],
    copied: ['Copied', 'Tersalin'],
    share: ['Share', 'Bagikan'],
    share_about: [
      'Makes a page with this picture and its numbers as they are now. It never changes, you can withdraw it, and for 24 hours it costs nothing more.',
      'Membuat halaman dengan gambar ini dan angka-angkanya seperti sekarang. Isinya tidak berubah, dapat Anda cabut, dan tanpa biaya tambahan selama 24 jam.',
    ],
    share_note: ['Note (optional)', 'Catatan (opsional)'],
    share_submit: ['Make the page', 'Buat halaman'],
    sheet: ['Link for a spreadsheet', 'Tautan untuk spreadsheet'],
    paid_for: [
      'The rows of this picture. The file is free for 24 hours.',
      'Baris-baris gambar ini. Berkasnya gratis selama 24 jam.',
    ],
    downloading: ['Downloading …', 'Mengunduh …'],
    download_failed: ['The download failed.', 'Unduhan gagal.'],
    loading: ['Loading …', 'Memuat …'],
    retry: ['Try again', 'Coba lagi'],
    days: (published: string, expected: string) => [
      `${published} of ${expected} trading days`,
      `${published} dari ${expected} hari bursa`,
    ],
    verified: (days: string) => [`${days} match the exchange`, `${days} cocok dengan bursa`],
  },
  absence: {
    title: ['No data for this range', 'Tidak ada data untuk rentang ini'],
    reasons: {
      rejected: ['the checks rejected the file', 'berkasnya ditolak oleh pemeriksaan'],
      held: [
        'the file is held until the operator has checked it',
        'berkasnya ditahan sampai pengelola memeriksanya',
      ],
      no_file: ['no file has arrived', 'belum ada berkas yang tiba'],
      before: ['before the first day of the data', 'sebelum hari pertama data'],
      due: ['the file is still expected', 'berkasnya masih ditunggu'],
      future: ['in the future', 'belum terjadi'],
    },
    more: (days: string, count: string) => [`${days} and ${count} more`, `${days} dan ${count} hari lain`],
    free: [
      'No request was sent, and nothing was charged.',
      'Tidak ada permintaan yang dikirim, dan tidak ada biaya.',
    ],
    status: ['Status of the days', 'Status hari-hari ini'],
  },
  empty: {
    unknown_ticker: [
      'No published day has a trade of this ticker. Check the spelling.',
      'Tidak ada transaksi saham ini pada hari mana pun yang sudah terbit. Periksa ejaannya.',
    ],
    no_trades: [
      'The published days of the range have no trade that matches the market and the investor.',
      'Hari-hari terbit dalam rentang ini tidak punya transaksi yang cocok dengan pasar dan investornya.',
    ],
    no_trading_day: [
      'The range has only weekends and holidays. Choose a trading day.',
      'Rentang ini hanya berisi akhir pekan dan hari libur. Pilih hari bursa.',
    ],
    not_published_yet: [
      'The data of this day has not arrived yet. Try again after 19:00 WIB.',
      'Data hari ini belum tiba. Coba lagi setelah pukul 19.00 WIB.',
    ],
    missing_day: [
      'A trading day of this range has no data, and the other days have no trade that matches. Choose other days.',
      'Satu hari bursa dalam rentang ini tidak punya data, dan hari lainnya tidak punya transaksi yang cocok. Pilih hari lain.',
    ],
    future: [
      'The trading days of the range are in the future. Choose an earlier day.',
      'Hari bursa dalam rentang ini belum terjadi. Pilih hari yang lebih awal.',
    ],
    none: ['No rows for this view.', 'Tidak ada baris untuk tampilan ini.'],
  } as Readonly<Record<string, Translated>>,
  failure: {
    offline: [
      'The service cannot be reached. Check the connection and try again.',
      'Layanan tidak dapat dihubungi. Periksa sambungan, lalu coba lagi.',
    ],
    signed_out: ['Your session has ended.', 'Sesi Anda sudah berakhir.'],
    sign_in: ['Sign in again', 'Masuk lagi'],
    quota: ['The quota of your plan is used up.', 'Kuota paket Anda sudah habis.'],
    upgrade: ['See the plans', 'Lihat paket'],
    busy: [
      'The service is busy. Try again in a few seconds.',
      'Layanan sedang sibuk. Coba lagi dalam beberapa detik.',
    ],
    other: ['The request failed.', 'Permintaan gagal. Muat ulang halaman, atau pilih hari lain.'],
  },
  page: {
    choices: ['Stock, days, market and investor', 'Saham, hari, pasar, dan investor'],
    go: ['Show', 'Tampilkan'],
    verified_limits: [
      'A day matches the exchange if the figures of the answer were compared with its Stock Summary. No Stock Summary shows which broker traded, foreign trades outside the regular market, or which trades are negotiated (NG) and which are cash (TN).',
      'Satu hari cocok dengan bursa jika angka-angka jawaban dibandingkan dengan Ringkasan Saham. Ringkasan Saham tidak menunjukkan broker mana yang bertransaksi, transaksi asing di luar pasar reguler, atau mana transaksi negosiasi (NG) dan mana tunai (TN).',
    ],
    from: ['From', 'Dari'],
    to: ['To', 'Sampai'],
    market: ['Market', 'Pasar'],
    investor: ['Investor', 'Investor'],
    markets: {
      RG: ['Regular', 'Reguler'],
      NG: ['Negotiated', 'Negosiasi'],
      ALL: ['All markets', 'Semua pasar'],
    },
    investors: {
      all: ['All investors', 'Semua investor'],
      f: ['Foreign', 'Asing'],
      d: ['Domestic', 'Domestik'],
    },
    presets: {
      d1: ['1 day', '1 hari'],
      d5: ['5 days', '5 hari'],
      d20: ['20 days', '20 hari'],
      quarter: ['Quarter', 'Kuartal'],
      year: ['1 year', '1 tahun'],
    },
    range: ['Range', 'Rentang'],
    adjust: ['Prices and volumes', 'Harga dan volume'],
    adjustments: {
      none: ['As traded', 'Seperti transaksi'],
      splits: ['Adjusted for splits', 'Disesuaikan'],
    },
    adjusted: [
      'Prices and volumes are adjusted to the shares of the newest day, after splits, bonus shares and rights.',
      'Harga dan volume disesuaikan ke jumlah saham hari terbaru, setelah stock split, saham bonus, dan HMETD.',
    ],
    as_traded: [
      'The number of shares changed in this range. Prices and volumes are as traded: choose “Adjusted for splits” to compare days.',
      'Jumlah saham berubah dalam rentang ini. Harga dan volume seperti transaksi: pilih “Disesuaikan” untuk membandingkan hari.',
    ],
    not_adjusted: [
      'The number of shares changed in this range. These figures add up shares as traded, from before and after the change.',
      'Jumlah saham berubah dalam rentang ini. Angka ini menjumlahkan saham seperti transaksi, dari sebelum dan sesudah perubahan.',
    ],
    revisions: ['Revisions', 'Revisi'],
    newest: ['Newest', 'Terbaru'],
    earlier: (day: string, revision: string, time: string) => [
      `${day}, revision ${revision}: ${time}`,
      `${day}, revisi ${revision}: ${time}`,
    ],
    cost_of_view: (cost: string) => [`This view cost ${cost}.`, `Tampilan ini berbiaya ${cost}.`],
    cost_loading: [
      'The cost of this view is shown when its pictures are loaded.',
      'Biaya tampilan ini muncul setelah gambar-gambarnya dimuat.',
    ],
    flow_market: (market: string) => [
      `Foreign flow is that of one market: ${market}.`,
      `Arus dana asing berasal dari satu pasar: ${market}.`,
    ],
    newest_measures: [
      'These measures are those of the newest revisions.',
      'Ukuran ini berasal dari revisi terbaru.',
    ],
    price_market: ['Prices are those of the regular market.', 'Harga berasal dari pasar reguler.'],
    price_negotiated: [
      'Prices are those of negotiated trades, which may be far from those of the regular market.',
      'Harga berasal dari transaksi negosiasi, yang bisa jauh dari harga pasar reguler.',
    ],
    costs: (stock: string, broker: string, market: string) => [
      `With this range, opening a stock costs ${stock}, a broker ${broker}, the market ${market}.`,
      `Dengan rentang ini, membuka satu saham berbiaya ${stock}, satu broker ${broker}, halaman pasar ${market}.`,
    ],
    several: (text: string) => [`Several names match “${text}”`, `Beberapa nama cocok dengan “${text}”`],
    all_investors: [
      'The choice of the investor does not change this picture.',
      'Pilihan investor tidak mengubah gambar ini.',
    ],
    needs_script: [
      'The pictures need JavaScript. Without it, use the API.',
      'Gambar-gambar ini memerlukan JavaScript. Tanpa JavaScript, gunakan API.',
    ],
    unknown_broker: (code: string) => [
      `The exchange has no broker ${code}.`,
      `Bursa tidak punya broker ${code}.`,
    ],
    no_data: [
      'No day is published yet. The explorer has pictures as soon as the first day is published.',
      'Belum ada hari yang terbit. Gambar tampil setelah hari pertama terbit.',
    ],
    invalid: ['This view is not possible', 'Tampilan ini tidak bisa dibuat'],
    invalid_ticker: (ticker: string) => [
      `“${ticker}” is not a ticker. A ticker has 1 to 12 letters, digits or dashes, such as BBCA.`,
      `“${ticker}” bukan kode saham. Kode saham terdiri dari 1 sampai 12 huruf, angka, atau tanda hubung, misalnya BBCA.`,
    ],
    did_you_mean: (ticker: string) => [`Did you mean ${ticker}?`, `Maksud Anda ${ticker}?`],
    unknown_name: (text: string) => [
      `No stock or broker matches “${text}”.`,
      `Tidak ada saham atau broker yang cocok dengan “${text}”.`,
    ],
    invalid_date: (value: string) => [
      `“${value}” is not a date. Write it as YYYY-MM-DD.`,
      `“${value}” bukan tanggal. Tulis sebagai YYYY-MM-DD.`,
    ],
    invalid_order: ['The first day is after the last day.', 'Hari pertama jatuh setelah hari terakhir.'],
    too_early: (date: string) => [`The data starts on ${date}.`, `Data dimulai pada ${date}.`],
    too_long: (days: string) => [
      `A range has at most ${days} days.`,
      `Satu rentang paling banyak ${days} hari.`,
    ],
    invalid_choice: (value: string) => [
      `“${value}” is not one of the choices.`,
      `“${value}” bukan salah satu pilihan.`,
    ],
    closed: (nearest: string) => [
      `The exchange was closed on every day of this range, so it has no data. The nearest trading day is ${nearest}.`,
      `Bursa tutup pada semua hari dalam rentang ini, jadi tidak ada datanya. Hari bursa terdekat adalah ${nearest}.`,
    ],
    open_day: (day: string) => [`Show ${day}`, `Tampilkan ${day}`],
    try_default: ['Show the last 20 trading days instead', 'Tampilkan 20 hari bursa terakhir'],
    news: ['News', 'Berita'],
    market_title: ['Market', 'Pasar'],
    foreign_parent: ['foreign parent', 'induk asing'],
  },
} satisfies Catalogue;

export type ExplorerTexts = Written<typeof EXPLORER>;

function ordinalEnding(place: number): string {
  const endings: Partial<Record<Intl.LDMLPluralRule, string>> = { one: 'st', two: 'nd', few: 'rd' };
  return endings[ORDINALS.select(place)] ?? 'th';
}
