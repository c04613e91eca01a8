import {
  asSentence,
  type Backup,
  type Disk,
  type DoctorText,
  type DoctorTexts,
  jumpText,
  largestUnit,
  named as listed,
  type Versions,
} from './doctor-texts-en.ts';

const LOCALE = 'id-ID';
const UNITS = { day: 'hari', hour: 'jam', minute: 'menit', second: 'detik' } as const;
const OUTCOMES: Readonly<Record<string, string>> = { interrupted: 'terputus', complete: 'lengkap' };
const CLOCKS: Readonly<Record<string, string>> = {
  'the newest time in the ledger': 'waktu terbaru di ledger',
  'the clock of PostgreSQL': 'jam PostgreSQL',
  'the clock of the source': 'jam sumber',
  'the newest file of the source': 'berkas terbaru di sumber',
};

/** The Indonesian texts of `alir doctor`. Commands, and texts of errors, are the same in every language. */
export const DOCTOR_TEXTS_ID: DoctorTexts = {
  trouble: (what, fix) => [what, fix],
  unknown: (reason) =>
    notChecked(reason, 'Selesaikan dulu masalah lain di daftar ini, lalu jalankan lagi "alir doctor".'),

  data_folder_ok: (path) => [`Folder data adalah ${path}.`],
  ledger_lost: (path, days) => [
    `Ledger tidak memuat hari yang terbit, tetapi lake di ${path} berisi ${written(days)} hari.`,
    'Jika ledger hilang, pindahkan folder data dan pulihkan cadangan terakhir: alir restore DIR. Jika tidak, pindahkan lake dan masukkan lagi berkas hariannya; jika lake ini salinan dari lake lain, jalankan: alir sync',
  ],

  ledger_damaged: (path, damage) => [
    `${path} rusak: ${damage}.`,
    'Periksa disk. Hentikan server, pindahkan folder data, dan pulihkan cadangan terakhir: alir restore DIR',
  ],
  ledger_read_only: (path, reason) => [
    `Penulisan ke ${path} gagal: ${reason}.`,
    'Tidak ada permintaan yang bisa dihitung sampai ini diperbaiki. Lihat bab "Monitor it" di docs/run.md.',
  ],
  ledger_unchecked: (path, reason) => [`${path} belum diperiksa: ${reason}.`, 'Jalankan lagi "alir doctor".'],
  ledger_ok: (path, isChecked) => [
    `Penulisan ke ${path} berhasil, dan ${isChecked ? 'strukturnya tanpa kesalahan' : 'strukturnya diperiksa oleh server basis datanya'}.`,
  ],

  serving_failed: (file, failure) => [
    `Berkas ${file} rusak dan tidak bisa dibuat ulang: ${failure}`,
    'Jalankan "alir verify", dan ikuti petunjuknya.',
  ],
  serving_damaged: (files) => [
    `${written(files.length)} berkas penyajian rusak dan belum dibuat ulang: ${named(files)}.`,
    'Server yang berjalan membuat ulang berkas yang rusak. Jika tidak ada server yang berjalan, jalankan "alir verify".',
  ],
  serving_unfinished: (days, command) => [
    `Penerbitan ${named(days)} belum selesai.`,
    `Jika tidak ada proses ingest yang berjalan, proses sebelumnya terputus: jalankan "alir ${command}" untuk menyelesaikannya.`,
  ],
  serving_ok: () => ['Tidak ada berkas penyajian yang rusak, dan semua penerbitan selesai.'],

  source_unknown: (reason, command) =>
    notChecked(
      reason,
      command === 'sync'
        ? 'Jalankan server, yang menulis ulang catatannya: alir serve'
        : 'Periksa sumber sekarang; catatannya ditulis ulang: alir update',
    ),
  source_never: (name, isAutomatic, command) => [
    `Sumber ${name} belum pernah diperiksa.`,
    isAutomatic
      ? 'Jalankan server, yang memeriksa sumber secara otomatis: alir serve'
      : `Periksa sumber sekarang: alir ${command}`,
  ],
  source_failed: (name, completed_at, started_at, failure, command) => [
    `Pemeriksaan sumber pada ${started_at} gagal: ${asSentence(failure)} ${lastComplete(name, completed_at)}`,
    `Perbaiki penyebabnya, lalu periksa lagi sumbernya: alir ${command}`,
  ],
  source_late: (name, completed_at, since_ms, started_at, outcome, isAutomatic, command) => [
    `Sumber tidak diperiksa secara lengkap selama ${duration(since_ms)}. ${lastComplete(name, completed_at)} Pemeriksaan pada ${started_at} ${outcome === 'running' ? 'sedang berjalan atau dihentikan paksa' : (OUTCOMES[outcome] ?? outcome)}.`,
    isAutomatic
      ? `Pastikan server berjalan, dan baca baris log yang diawali "${command}:". Untuk memeriksa sumber sekarang: alir ${command}`
      : `Periksa sumber sekarang, dan jalankan perintah ini secara berkala: alir ${command}`,
  ],
  source_ok: (name, completed_at, running_since) => [
    `${lastComplete(name, completed_at)}${running_since === null ? '' : ` Pembaruan yang dimulai pada ${running_since} sedang berjalan.`}`,
  ],

  certificate_none: () => ['Sumbernya bukan alamat https.'],
  certificate_unknown: (reason) => notChecked(reason, 'Periksa alamat sumber dan jaringan mesin ini.'),
  certificate_expired: (server, day) => [
    `Sertifikat ${server} kedaluwarsa pada ${day}.`,
    `Minta operator ${server} memperbaruinya. Sampai saat itu, pembaruan tidak bisa membaca sumber.`,
  ],
  certificate_distrusted: (server, reason) => [
    `Sertifikat ${server} tidak dipercaya (${reason}).`,
    'Minta sertifikat dari otoritas publik kepada operator sumber, atau isi NODE_EXTRA_CA_CERTS dengan berkas otoritasnya.',
  ],
  certificate_ending: (server, day, days) => [
    expiry(server, day, days),
    `Minta operator ${server} memperbaruinya sebelum hari itu.`,
  ],
  certificate_ok: (server, day, days) => [expiry(server, day, days)],

  days_none: () => [
    'Belum ada hari yang terbit.',
    'Terbitkan satu berkas harian: alir ingest PATH/TO/DTyymmdd.csv',
  ],
  days_missing: (days, ranges, file) => [
    `${written(days)} hari bursa belum terbit: ${named(ranges.map(({ from, to }) => (from === to ? from : `${from} sampai ${to}`)))}.`,
    file === null
      ? 'Terbitkan hari-hari itu di server yang datanya disalin.'
      : `Periksa berkas yang ditahan dan ditolak. Jika berkas hari itu tidak ada di sana, dapatkan berkasnya lalu terbitkan: alir ingest PATH/TO/${file}`,
  ],
  days_ok: (newest) => [`Semua hari bursa sampai sekarang sudah terbit; yang terbaru ${newest}.`],

  measures_earlier: () => [
    'Ukuran (measures) dihitung menurut definisi dari versi Alir yang lain.',
    'Pembaruan berikutnya menghitung ulang semuanya. Untuk menghitungnya sekarang: alir lake build',
  ],
  measures_missing: (days) => [
    `Ukuran (measures) dari ${written(days.length)} hari yang terbit belum dihitung: ${named(days)}.`,
    'Hitung sekarang: alir lake build',
  ],
  measures_ok: (pending) => [
    pending === 0
      ? 'Semua hari yang terbit mempunyai ukuran (measures).'
      : `Ukuran (measures) dari ${written(pending)} hari belum dihitung.`,
  ],

  held_none: () => ['Tidak ada berkas yang ditahan.'],
  held: (files, reason, command) => [
    `${written(files.length)} berkas ditahan dan belum terbit: ${named(files)}. Alasan berkas pertama: ${asSentence(reason ?? 'tidak diketahui')}`,
    `Periksa berkasnya. Jika benar, terbitkan: ${command}. Jika salah, hapus atau ganti berkasnya.`,
  ],
  rejected_none: () => ['Tidak ada berkas yang ditolak.'],
  rejected: (files, reason, report, day) => [
    `${written(files.length)} berkas ditolak: ${named(files)}. Alasan berkas pertama: ${asSentence(reason ?? 'tidak diketahui')}`,
    `Dapatkan berkas yang benar dari sumbernya lalu terbitkan. ${report === null ? '' : `Laporannya ada di ${report}. `}Untuk menghapus berkas dari daftar ini: alir rejected dismiss ${day ?? 'FILE'}`,
  ],
  uncompared: () => ['Belum ada hari terbit yang dibandingkan dengan bursa.'],
  compared: (verified, days, regular) => [
    `${written(verified)} dari ${written(days)} hari terbit sudah dibandingkan dengan bursa, tanpa perbedaan.${regular > 0 ? ` Pada ${written(regular)} hari lain, hanya pasar reguler yang dibandingkan.` : ''}`,
  ],
  differing: (days, source) => [
    `${written(days.length)} hari terbit berbeda dari angka bursa: ${named(days)}.`,
    `Lihat perbedaannya: alir verify --official ${source}. Jika berkas hariannya salah, masukkan yang benar.`,
  ],

  jumps_none: () => ['Tidak ada harga yang berubah tajam seperti stock split tanpa aksi korporasi.'],
  jumps: (jumps) => [
    `${written(jumps.length)} harga berubah tajam seperti aksi korporasi yang tidak ada di berkas: ${named(jumps.map(jumpText))}.`,
    'Tambahkan aksi itu ke berkas ALIR_CORPORATE_ACTIONS, seperti dalam docs/run.md: tanpanya, harga dan volume tidak dapat disesuaikan.',
  ],

  disk_unknown: (reason) => notChecked(reason, 'Pastikan disk terpasang: df -h'),
  disk_full: (...disk) => [
    diskText(...disk),
    'Perbesar disk atau kosongkan tempat: pindahkan berkas harian yang sudah terbit dari inbox/, serta cadangan dan ekspor lama, ke disk lain. Untuk melihat yang besar: du -h --max-depth=1 DATA_FOLDER',
  ],
  disk_ok: (...disk) => [diskText(...disk)],

  backup_outside: () => [
    'Ledger ini basis data PostgreSQL, yang tidak disalin oleh "alir backup". Periksa sendiri umur cadangannya (pg_dump) dan salinan lake Anda.',
  ],
  backup_unknown: (reason) =>
    notChecked(reason, 'Buat cadangan baru, yang mengganti catatannya: alir backup DIR'),
  backup_never: () => ['Folder data ini belum pernah dicadangkan.', 'Buat cadangan: alir backup DIR'],
  backup_old: (...backup) => [
    backupText(...backup),
    'Buat cadangan sekarang: alir backup DIR. Lalu periksa timernya: systemctl status alir-backup.timer alir-backup.service',
  ],
  backup_ok: (...backup) => [backupText(...backup)],

  clock_alone: () => ['Tidak ada waktu lain untuk membandingkan jam.'],
  clock_ok: (clocks) => [`Jam mesin ini cocok dengan ${clocks.map(clockName).join(', ')}.`],
  clock_wrong: (clocks) => [
    `Jam mesin ini mungkin salah: ${clocks
      .map(
        ({ clock, ahead_ms }) =>
          `${clockName(clock)} ${duration(Math.abs(ahead_ms))} ${ahead_ms > 0 ? 'lebih cepat' : 'lebih lambat'}`,
      )
      .join(', ')}.`,
    'Pastikan jam disinkronkan: timedatectl status. Masa paket, kuota, dan tanggal data bergantung padanya.',
  ],

  orders_none: () => ['Tidak ada pesanan yang menunggu keputusan.'],
  orders_wait: (orders, reason) => [
    `${written(orders.length)} pesanan menunggu keputusan Anda: ${named(orders)}.${reason === null ? '' : ` Alasan pesanan pertama: ${asSentence(reason)}`}`,
    `Lihat pesanannya: alir order show ${orders[0]}. Lalu terapkan dengan "alir order confirm ${orders[0]} --accept", atau kembalikan uangnya dengan "alir order refund ${orders[0]} --reason TEXT".`,
  ],

  payment_manual: () => [
    'Tidak ada penyedia pembayaran: Anda mengonfirmasi setiap pembayaran dengan "alir order confirm ID". Cara memasangnya ada di bab "Prices and orders" di docs/sell.md.',
  ],
  payment_sandbox: (provider) => [
    `Pesanan dibayar di sistem uji ${provider}, jadi tidak ada uang yang diterima.`,
    'Untuk menjual paket, isi ALIR_PAYMENT_SANDBOX=no dan kunci live penyedia di ALIR_PAYMENT_KEY.',
  ],
  payment_unrecorded: (provider, reports) => [
    `Alir belum mencatat yang dilaporkan ${provider}: ${named(
      reports.map(
        ({ order_id, kind, payment_reference, amount_idr }) =>
          `${amount_idr === null ? 'sejumlah uang' : `IDR ${amount_idr}`} ${kind === 'paid' ? 'dibayar' : 'dikembalikan'} (${payment_reference}) untuk pesanan ${order_id}`,
      ),
    )}.`,
    `Catat: alir order ask ${reports[0]?.order_id}`,
  ],
  payment_ok: (provider) => [`Pesanan dibayar lewat ${provider}.`],

  versions_broken: (versions) => [
    versionsText(versions),
    'Pustaka DuckDB tidak bisa dimuat. Pasang lagi paketnya: npm ci',
  ],
  versions_old_node: (versions) => [
    `${versionsText(versions)} Versi Node ini sudah tidak didukung lagi.`,
    'Pasang Node 24, lalu jalankan "npm ci" di folder Alir dan mulai lagi servernya.',
  ],
  versions_ok: (versions) => [versionsText(versions)],
};

function written(number: number, decimals = 0): string {
  return number.toLocaleString(LOCALE, { minimumFractionDigits: decimals, maximumFractionDigits: decimals });
}

function notChecked(reason: string, fix: string): DoctorText {
  return [`Ini tidak bisa diperiksa: ${reason}.`, fix];
}

function named(names: readonly string[]): string {
  return listed(names, 'lainnya');
}

function clockName(clock: string): string {
  return CLOCKS[clock] ?? clock;
}

function lastComplete(name: string, completed_at: string | null): string {
  return completed_at === null
    ? `Sumber ${name} belum pernah diperiksa secara lengkap.`
    : `Pemeriksaan lengkap terakhir atas sumber ${name} pada ${completed_at}.`;
}

function expiry(server: string, day: string, days: number): string {
  return `Sertifikat ${server} berlaku sampai ${day}, ${written(days)} hari lagi.`;
}

function diskText(...[path, free, size, growth, full_on]: Disk): string {
  const forecast =
    full_on === null
      ? ''
      : ` Dengan ${shownBytes(growth ?? 0)} per hari, seperti hari-hari terbit terakhir, disk akan penuh pada ${full_on}.`;
  return `Disk ${path} masih kosong ${shownBytes(free)} dari ${shownBytes(size)}.${forecast}`;
}

function backupText(...[ended_at, age_ms, folder]: Backup): string {
  return `Cadangan terakhir selesai pada ${ended_at}, ${duration(age_ms)} yang lalu, di ${folder}.`;
}

function versionsText({ alir, node, duckdb, ledger }: Versions): string {
  const shown = (version: Versions['alir']) =>
    'value' in version ? version.value : `tidak diketahui (${version.unknown})`;
  return `Alir ${shown(alir)}, Node ${shown(node)}, DuckDB ${shown(duckdb)}, ledger: ${shown(ledger)}.`;
}

function duration(ms: number): string {
  const { count, unit } = largestUnit(ms);
  return `${written(count)} ${UNITS[unit]}`;
}

function shownBytes(bytes: number): string {
  return bytes >= 1e9 ? `${written(bytes / 1e9, 1)} GB` : `${written(bytes / 1e6, 1)} MB`;
}
