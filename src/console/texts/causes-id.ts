import { type CauseTexts, type ForeignFormat, timeOfDay } from '../../core/market/file-causes.ts';
import type { causes as english } from './causes-en.ts';
import { NumberFormat } from './written-numbers.ts';

const numbers = new NumberFormat('id');
const full = (value: number) => numbers.full(value);
const percent = (part: number) => numbers.percent(part);
const times = (factor: number) =>
  factor >= 1 ? `${numbers.full(factor, 1)} kali` : `1/${numbers.full(1 / factor, 1)} dari`;
const clock = (second: number) => timeOfDay(second).replaceAll(':', '.');

const FORMATS: Readonly<Record<ForeignFormat, readonly [what: string, fix?: string]>> = {
  zip_or_xlsx: [
    'arsip ZIP atau buku kerja Excel (.xlsx)',
    'ganti nama arsip ZIP menjadi .csv.zip, atau simpan buku kerja sebagai teks',
  ],
  gzip: ['data gzip', 'ganti nama berkas menjadi .csv.gz'],
  xls: ['buku kerja Excel (.xls)', 'simpan lembarnya sebagai teks'],
  parquet: ['berkas Parquet'],
  pdf: ['dokumen PDF'],
  utf16: ['teks UTF-16', 'simpan berkas sebagai UTF-8'],
  html: [
    'halaman HTML atau XML',
    'unduh berkas sekali lagi: ini mungkin halaman galat atau halaman untuk masuk',
  ],
  json: ['JSON'],
  binary: ['data biner'],
  quoted: ['teks dengan tanda kutip pada selnya', 'ekspor tanpa tanda kutip'],
  commas: ['teks dengan koma di antara selnya', 'ekspor dengan titik koma'],
  tabs: ['teks dengan tab di antara selnya', 'ekspor dengan titik koma'],
  bars: ['teks dengan garis tegak di antara selnya', 'ekspor dengan titik koma'],
  no_header: ['teks tanpa judul kolom berkas transaksi harian'],
};

const TEXTS: CauseTexts = {
  no_date: () =>
    'namanya tidak memuat tanggal: ganti nama menjadi DTyymmdd.csv (atau .csv.gz, .csv.zip), atau beri tanggal dengan --date YYYY-MM-DD',
  date_out_of_range: (date, first, last) =>
    `${date} di luar rentang: tanggal harus antara ${first} dan ${last}`,
  growing: () =>
    'berkas berubah selama dibaca Alir, jadi mungkin masih ditulis: proses lagi setelah berkas lengkap',
  not_a_file: () => 'ini bukan berkas',
  absent: () => 'berkas tidak ada',
  unreadable: (error) => `berkas tidak dapat dibaca (${error}): periksa izin dan disknya`,
  too_large: (bytes) => `setelah dibuka, ukurannya lebih dari ${full(bytes)} byte`,
  wrong_ending: (ending) =>
    `namanya berakhir dengan .${ending}, tetapi isinya bukan data ${ending}: ganti nama dengan ekstensi yang sesuai dengan formatnya, misalnya .csv`,
  archive_damaged: (ending, error) => `data ${ending}-nya rusak atau tidak lengkap (${error})`,
  archive_trailing_data: () => 'berkas memuat data lain setelah data gzip',
  archive_checksum: () => 'data zip-nya rusak (checksum salah)',
  archive_members: () => 'arsip zip-nya harus memuat tepat satu berkas, yaitu berkas transaksi harian',
  foreign_format: (format) => {
    const [what, fix] = FORMATS[format];
    return `isinya ${what}, padahal berkas transaksi harian adalah teks dengan titik koma di antara selnya, dan baris judulnya diawali TRX_CODE;TRX_SESS;TRX_TYPE${fix === undefined ? '' : `; ${fix}`}`;
  },
  empty: () => 'berkas kosong',
  no_trades: () => 'berkas mempunyai baris judul, tetapi tidak mempunyai transaksi',
  lines_lost: (lines, rows) =>
    `ada ${full(lines)} baris setelah baris judul, tetapi hanya ${full(rows)} yang dapat dibaca sebagai transaksi: periksa akhir barisnya`,
  too_valuable: () => 'nilai seluruh transaksinya di atas 2^54 IDR: ada volume atau harga yang salah',

  companion_unreadable: (companion, error) =>
    `berkas tidak dapat dibandingkan dengan ${companion} (${error}): periksa apakah kedua berkas ada dan dapat dibaca`,
  companion_sha256: (companion) => `SHA-256-nya berbeda dari yang tertulis di ${companion}`,
  companion_without_sha256: (companion) => `${companion} tidak memuat SHA-256`,
  companion_size: (bytes, companion, stated_bytes) =>
    `ukurannya ${full(bytes)} byte, tetapi ukuran di ${companion} ${full(stated_bytes)}`,
  companion_older: (companion) => `berkas berubah setelah ${companion} ditulis`,

  column_missing: () => 'tidak ada di baris judul',
  column_repeated: (count) => `muncul ${full(count)} kali di baris judul`,
  line_cut: () => 'adalah baris terakhir dan tidak diakhiri baris baru: berkas mungkin tidak lengkap',
  line_too_long: () => 'lebih panjang dari 65.536 byte',
  line_carriage_return: () => 'memuat carriage return di tengah baris',
  line_nul: () => 'memuat byte NUL',
  line_blank: () => 'kosong, padahal bukan baris terakhir',
  line_few_cells: () => 'mempunyai sel lebih sedikit daripada baris judul',
  line_many_cells: () => 'mempunyai sel lebih banyak daripada baris judul',
  line_not_utf8: () => 'bukan UTF-8',
  line_unreadable: (error) => `tidak dapat dibaca: ${error}`,
  cell_trade_number: () => 'harus berupa nomor transaksi dengan 1 sampai 18 angka',
  cell_session: () => 'harus berupa sesi dengan satu angka',
  cell_market: () => 'harus berupa pasar: RG, NG, atau TN',
  cell_broker: () => 'harus berupa kode broker dengan 2 huruf besar atau angka',
  cell_investor: () => 'harus berupa jenis investor: I atau D (domestik), A atau F (asing)',
  cell_ticker: () => 'harus berupa kode saham dengan 1 sampai 12 huruf besar, angka, atau tanda hubung',
  cell_volume: () => 'harus berupa jumlah saham yang bulat, di atas 0, paling banyak 15 angka',
  cell_price: () => 'harus berupa harga bulat dalam IDR, di atas 0, paling banyak 15 angka',
  cell_date: (date) => `harus sama dengan tanggal berkas, ${date}`,
  cell_order: () => 'harus berupa nomor order dengan 1 sampai 18 angka',
  cell_time: () => 'harus berupa jam dengan bentuk HHMMSS, misalnya 85800 untuk 08.58.00',
  trade_conflict: (line) =>
    `mempunyai nomor transaksi yang sama dengan baris ${line}, tetapi isi barisnya berbeda`,

  old_revision: (revision) =>
    `transaksinya sama dengan revisi ${full(revision)}, yang sudah diganti revisi lain: jika diterbitkan, berkas lama ini membatalkan koreksinya`,
  fewer_than_published: (trades, published_trades, revision) =>
    `ada ${full(trades)} transaksi, kurang dari 98% dari ${full(published_trades)} transaksi pada revisi ${full(revision)} yang terbit`,
  sides_swapped: (part, revision, part_exchanged) =>
    `pembeli dan penjualnya mungkin tertukar: hanya ${percent(part)} dari nilainya cocok dengan revisi ${full(revision)} yang terbit, tetapi ${percent(part_exchanged)} cocok jika pembeli dan penjual ditukar`,
  other_content: (part, revision) =>
    `hanya ${percent(part)} dari nilainya cocok dengan revisi ${full(revision)} yang terbit (dibandingkan menurut saham, pasar, investor, broker, dan sisi)`,
  other_average_trade: (factor, revision) =>
    `nilai rata-rata transaksinya ${times(factor)} nilai pada revisi ${full(revision)} yang terbit`,
  not_compared: (revision) =>
    `berkas tidak dapat dibandingkan dengan revisi ${full(revision)} yang terbit, karena berkas revisi itu rusak`,
  large_correction: (removed, part, added, revision) =>
    `${full(removed)} transaksi (${percent(part)} dari nilai) pada revisi ${full(revision)} yang terbit tidak ada, dan ada ${full(added)} transaksi lain: koreksi biasanya mengubah lebih sedikit`,
  corrected_tickers: (count, some, revision) =>
    `${full(count)} saham terlalu berbeda dari revisi ${full(revision)} yang terbit untuk sebuah koreksi (transaksi yang berubah/yang terbit): ${some}`,
  corrected_brokers: (count, some, revision) =>
    `${full(count)} broker terlalu berbeda dari revisi ${full(revision)} yang terbit untuk sebuah koreksi (transaksi yang berubah/yang terbit): ${some}`,
  corrected_markets: (some, revision) =>
    `transaksi berpindah pasar, atau sebuah pasar terlalu berbeda dari revisi ${full(revision)} yang terbit untuk sebuah koreksi (transaksi yang berubah/yang terbit): ${some}`,
  corrected_brokers_of_tickers: (count, some, revision) =>
    `transaksi broker pada satu saham terlalu berbeda dari revisi ${full(revision)} yang terbit untuk sebuah koreksi, dalam ${full(count)} kasus (transaksi yang berubah/yang terbit): ${some}`,
  added_repeats: (repeated, added, revision) =>
    `${full(repeated)} dari ${full(added)} transaksi tambahannya sama dengan transaksi pada revisi ${full(revision)} yang terbit, kecuali nomor transaksinya: periksa apakah ada transaksi ganda`,
  corrected_prices: (count, some, revision) =>
    `harga ${full(count)} saham di luar batas harga harian bursa, padahal pada revisi ${full(revision)} yang terbit tidak: ${some}`,
  other_order: (count, some, revision) =>
    `${full(count)} saham mempunyai transaksi yang sama dengan revisi ${full(revision)} yang terbit, tetapi harga pembukaan atau penutupannya lain, karena nomor transaksinya berbeda: ${some}`,
  no_regular_trades: () => 'tidak ada transaksi di pasar reguler (RG)',
  late_start: (first_s, opening_s) =>
    `bagian awal tidak ada: transaksi reguler pertama pukul ${clock(first_s)}, padahal perdagangan dibuka pukul ${clock(opening_s)}`,
  early_end: (last_s, session) =>
    `bagian akhir tidak ada: transaksi reguler terakhir pukul ${clock(last_s)}, sebelum sesi ${session} ditutup`,
  few_trades: (session, trades, usual) =>
    `sesi ${session} mempunyai ${full(trades)} transaksi reguler, kurang dari setengah ${full(usual)} transaksi yang biasa pada hari-hari di sekitarnya`,
  few_minutes: (session, minutes, usual) =>
    `ada bagian yang hilang: sesi ${session} mempunyai transaksi reguler dalam ${full(minutes)} menit, kurang dari 80% dari ${full(usual)} menit yang biasa pada hari-hari di sekitarnya`,
  no_negotiated_trades: () =>
    'tidak ada transaksi di pasar negosiasi (NG), padahal setiap hari di sekitarnya mempunyainya',
  no_investors: (investors) =>
    `tidak ada transaksi investor ${investors === 'foreign' ? 'asing' : 'domestik'}, padahal setiap hari di sekitarnya mempunyainya`,
  trades_missing: (part) =>
    `ada transaksi yang hilang: hanya ${percent(part)} dari nomor antara nomor transaksi pertama dan terakhir terpakai, padahal pada hari-hari di sekitarnya hampir semua terpakai`,
  tickers_missing: (count, some) =>
    `${full(count)} saham yang ditransaksikan setiap hari di sekitarnya tidak ada, misalnya ${some}`,
  brokers_missing: (count, some) =>
    `${full(count)} broker yang bertransaksi setiap hari di sekitarnya tidak ada, misalnya ${some}`,
  large_tickers_missing: (some) =>
    `tidak ada transaksi ${some}, padahal setiap saham ini mempunyai paling sedikit 1% transaksi reguler pada setiap hari di sekitarnya`,
  large_brokers_missing: (some) =>
    `tidak ada transaksi ${some}, padahal setiap broker ini mempunyai paling sedikit 1% transaksi pada setiap hari di sekitarnya`,
  beyond_price_limits: (count, some) =>
    `harga ${full(count)} saham di luar batas harga harian bursa, dihitung dari hari terbit sebelumnya, misalnya ${some}: periksa aksi korporasi, misalnya pemecahan saham`,
  stock_volumes: (count, some) =>
    `volume ${full(count)} saham mungkin dalam satuan lain atau dikalikan, karena bukan lot utuh atau hanya lot genap: ${some}`,
  off_price_steps: (count, some) =>
    `harga ${full(count)} saham bukan kelipatan fraksi harga bursa, padahal pada hari terbit sebelumnya kelipatan, misalnya ${some}: periksa apakah harganya berubah`,
  not_in_order: (count, some) =>
    `nomor transaksi ${full(count)} saham tidak urut waktu, misalnya ${some}: harga pembukaan dan penutupan mungkin salah, atau ada transaksi tambahan`,
  broker_investors: (count, some) =>
    `bagian investor asing pada ${full(count)} broker sangat berbeda dari setiap hari di sekitarnya, misalnya ${some}`,
  broker_share: (count, some) =>
    `bagian ${full(count)} broker dari seluruh transaksi jauh lebih besar daripada setiap hari di sekitarnya, misalnya ${some}`,
  negotiated_share: (part) =>
    `${percent(part)} transaksinya di pasar negosiasi (NG), jauh lebih banyak daripada setiap hari di sekitarnya`,
  unusual_average_trade: (factor) =>
    `nilai rata-rata transaksinya ${times(factor)} nilai pada hari-hari di sekitarnya: periksa apakah volume dalam saham dan harga dalam IDR`,
  odd_lots: (part) =>
    `${percent(part)} transaksi regulernya bukan kelipatan 100 saham: periksa apakah volume dalam saham`,
  repeats: (part) =>
    `${percent(part)} transaksinya berbeda dari transaksi lain hanya pada nomor transaksinya: periksa apakah ada transaksi ganda`,
  another_day: (part, date) =>
    `${percent(part)} transaksi regulernya ada di saham yang jumlahnya sama dengan ${date}: periksa apakah ini berkas ${date} dengan tanggal lain`,
};

/** The Indonesian texts of the reasons why a daily file is rejected or held. */
export const causes: typeof english = {
  of: TEXTS,
  at: ({ line, lines, column, cell }, text) => {
    const others = lines > 1 ? ` dan ${full(lines - 1)} baris lain` : '';
    return [`baris ${full(line)}${others}:`, column, cell, text].filter(Boolean).join(' ');
  },
};
