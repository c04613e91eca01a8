import type { Catalogue } from '../../../core/catalogue.ts';

/** The texts of the page of the usage. Its script loads them, so they are apart from those of the other pages. */
export const USAGE = {
  window: {
    cycle: (from: string, to: string) => [`cycle ${from} – ${to}`, `siklus ${from} – ${to}`],
    day: ['day in Jakarta', 'hari di Jakarta'],
  },
  used: (used: string, limit: string) => [`${used} of ${limit} units`, `${used} dari ${limit} unit`],
  alerts: (alerts: string) => [
    `Alerts: ${alerts}. Their evaluations cost no units.`,
    `Peringatan: ${alerts}. Pemeriksaannya tidak memakai unit.`,
  ],
  used_up: ['the quota is used up', 'kuota sudah habis'],
  resets: (time: string) => [`it resets on ${time}`, `kuota diisi ulang pada ${time}`],
  ends_on: [
    'at the pace of the last days the quota ends on',
    'dengan laju hari-hari terakhir kuota habis pada',
  ],
  before_reset: (days: string, isOne: boolean) => [
    `${days} ${isOne ? 'day' : 'days'} before it resets`,
    `${days} hari sebelum diisi ulang`,
  ],
  lasts: (perDay: string) => [
    `at the pace of the last 7 days, ${perDay} units a day, the quota lasts until it resets`,
    `dengan laju 7 hari terakhir, ${perDay} unit per hari, kuota cukup sampai diisi ulang`,
  ],
  unused: ['nothing was used in this window', 'belum ada pemakaian dalam jangka waktu ini'],
  previous_window: (time: string, units: string) => [
    `This cycle started on ${time}. The tables count whole days, so they contain ${units} ${units === '1' ? 'unit' : 'units'} of that day from the previous quota.`,
    `Siklus ini mulai ${time}. Tabel menghitung hari penuh, jadi di dalamnya ada ${units} unit dari hari itu yang termasuk kuota sebelumnya.`,
  ],
  ranges: {
    window: ['This cycle', 'Siklus ini'],
    '7': ['7 days', '7 hari'],
    '30': ['30 days', '30 hari'],
    '90': ['90 days', '90 hari'],
  },
  from: ['From', 'Dari'],
  to: ['To', 'Sampai'],
  show: ['Show', 'Tampilkan'],
  grouping: ['Rows', 'Baris'],
  by: {
    day: ['By day', 'Per hari'],
    key: ['By key', 'Per kunci'],
    endpoint: ['By endpoint', 'Per endpoint'],
  },
  about: (from: string, to: string) => [
    `units, ${from} – ${to}, days in Jakarta`,
    `unit, ${from} – ${to}, hari di Jakarta`,
  ],
  table: {
    day: (from: string, to: string) => [
      `Charged units and requests by day in Jakarta, ${from} – ${to}`,
      `Unit dan permintaan yang dikenai biaya per hari di Jakarta, ${from} – ${to}`,
    ],
    key: (from: string, to: string) => [
      `Charged units and requests by key, ${from} – ${to}`,
      `Unit dan permintaan yang dikenai biaya per kunci, ${from} – ${to}`,
    ],
    endpoint: (from: string, to: string) => [
      `Charged units and requests by endpoint, ${from} – ${to}`,
      `Unit dan permintaan yang dikenai biaya per endpoint, ${from} – ${to}`,
    ],
  },
  day: ['Day', 'Hari'],
  endpoint: ['Endpoint', 'Endpoint'],
  units: ['Units', 'Unit'],
  requests: ['Requests', 'Permintaan'],
  share: ['Share', 'Porsi'],
  keys_title: ['Keys', 'Kunci'],
  keys_about: ['units in the same period', 'unit dalam jangka waktu yang sama'],
  all_keys: ['All keys', 'Semua kunci'],
  alert: ['Alert at 80% and 100%', 'Peringatan pada 80% dan 100%'],
  exact: [
    'counted in the same transaction as each charge',
    'dihitung dalam transaksi yang sama dengan setiap pembebanan',
  ],
  empty: [
    'No request was charged in this period',
    'Tidak ada permintaan yang dikenai biaya dalam jangka waktu ini',
  ],
  empty_advice: [
    'Make a call with one of your keys. It appears here at once.',
    'Kirim satu permintaan dengan salah satu kunci Anda. Pemakaiannya langsung muncul di sini.',
  ],
  chart: {
    label: ['Units used by day', 'Unit terpakai per hari'],
    keys: ['Use the arrow keys to read each day.', 'Gunakan tombol panah untuk membaca setiap hari.'],
    cumulative: ['units in this cycle', 'unit dalam siklus ini'],
    cumulative_forecast: ['units in this cycle; dotted: forecast', 'unit siklus ini; titik-titik: perkiraan'],
    a_day: ['units a day', 'unit per hari'],
    quota: (limit: string) => [`quota ${limit}`, `kuota ${limit}`],
    quota_ends: (date: string) => [`quota ends ${date}`, `kuota habis ${date}`],
    today: (used: string) => [`today ${used}`, `hari ini ${used}`],
    day: (date: string, units: string) => [`${date}: ${units} units`, `${date}: ${units} unit`],
    day_of_cycle: (date: string, units: string, total: string, share: string) => [
      `${date}: ${units} units, ${total} since the start of the cycle (${share} of the quota)`,
      `${date}: ${units} unit, ${total} sejak awal siklus (${share} dari kuota)`,
    ],
    future: (date: string, total: string) => [
      `${date}: ${total} at the present pace`,
      `${date}: ${total} dengan laju sekarang`,
    ],
    summary: (units: string, from: string, to: string, peak: string, date: string) => [
      `${units} units from ${from} to ${to}. The largest day is ${date} with ${peak} units.`,
      `${units} unit dari ${from} sampai ${to}. Hari terbesar ${date} dengan ${peak} unit.`,
    ],
    nothing: (from: string, to: string) => [
      `No units from ${from} to ${to}.`,
      `Tidak ada pemakaian dari ${from} sampai ${to}.`,
    ],
  },
} satisfies Catalogue;
