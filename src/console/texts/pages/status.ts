import type { Catalogue } from '../../../core/catalogue.ts';

export const STATUS = {
  title: ['Status', 'Status'],
  as_of: (time: string) => [`as of ${time}`, `per ${time}`],
  good: ['All data is up to date.', 'Semua data mutakhir.'],
  good_about: (day: string) => [`The newest day is ${day}.`, `Hari terbaru adalah ${day}.`],
  incomplete: [
    'The newest data is published, but earlier data is incomplete.',
    'Data terbaru sudah terbit, tetapi data sebelumnya belum lengkap.',
  ],
  gaps: (days: string, isOne: boolean) => [
    `${days} earlier ${isOne ? 'day is' : 'days are'} missing.`,
    `${days} hari sebelumnya belum ada.`,
  ],
  rejected: (files: string, isOne: boolean) => [
    isOne
      ? `${files} file is rejected, and its day is not published.`
      : `${files} files are rejected, and their days are not published.`,
    `${files} berkas ditolak, dan harinya belum terbit.`,
  ],
  stale: ['A trading day is late.', 'Ada hari bursa yang terlambat.'],
  stale_about: (day: string) => [
    `The newest published day is ${day}. Later trading days should be published by now. Requests about earlier days are not affected.`,
    `Hari terbaru yang terbit adalah ${day}. Hari bursa sesudahnya seharusnya sudah terbit. Permintaan tentang hari sebelumnya tidak terganggu.`,
  ],
  facts: {
    newest: ['Newest day', 'Hari terbaru'],
    age: ['Age of the newest day', 'Umur data terbaru'],
    days: (days: string, isOne: boolean) => [`${days} ${isOne ? 'day' : 'days'}`, `${days} hari`],
    missing: ['Missing trading days', 'Hari bursa yang belum ada'],
    rejected: ['Rejected files', 'Berkas yang ditolak'],
  },
  days: {
    title: ['Days', 'Hari'],
    years: ['Years', 'Tahun'],
    states: {
      published: ['published', 'terbit'],
      corrected: ['corrected', 'dikoreksi'],
      differs: ['differs from the exchange', 'berbeda dari bursa'],
      checking: ['published; a correction is being checked', 'terbit; koreksinya sedang diperiksa'],
      missing: ['missing', 'belum ada'],
      held: ['file held for a check, not published', 'berkas ditahan untuk diperiksa, belum terbit'],
      rejected: ['file rejected', 'berkas ditolak'],
      due: ['due today', 'ditunggu hari ini'],
      future: ['in the future', 'akan datang'],
      closed: ['closed', 'libur'],
      before: ['before the first day', 'sebelum hari pertama'],
    },
    counted: {
      published: (days: string) => [`${days} published`, `${days} terbit`],
      corrected: (days: string) => [`${days} corrected`, `${days} dikoreksi`],
      differs: (days: string) => [`${days} different from the exchange`, `${days} berbeda dari bursa`],
      checking: (days: string) => [
        `${days} with a correction being checked`,
        `${days} dengan koreksi yang sedang diperiksa`,
      ],
      missing: (days: string) => [`${days} missing`, `${days} belum ada`],
      held: (days: string) => [`${days} held for a check`, `${days} ditahan untuk diperiksa`],
      rejected: (days: string) => [`${days} with a rejected file`, `${days} dengan berkas yang ditolak`],
      due: (days: string) => [`${days} due today`, `${days} ditunggu hari ini`],
    },
    why: ['Reason', 'Alasan'],
    reasons: {
      missing: ['No valid file has arrived.', 'Belum ada berkas yang benar.'],
      rejected: (what: string) => [`The file was rejected: ${what}.`, `Berkasnya ditolak: ${what}.`],
      held: (what: string) => [
        `The file is not published yet: ${what}. The operator is checking it.`,
        `Berkasnya belum diterbitkan: ${what}. Pengelola sedang memeriksanya.`,
      ],
      checking: (what: string) => [
        `A correction is not published yet: ${what}. The operator is checking it. The published data stays until then.`,
        `Koreksinya belum diterbitkan: ${what}. Pengelola sedang memeriksanya. Sampai selesai, data yang sudah terbit tetap berlaku.`,
      ],
      corrected: [
        'A corrected file replaced an earlier one.',
        'Berkas yang dikoreksi menggantikan berkas sebelumnya.',
      ],
      differs: [
        "The data differs from the exchange's Stock Summary.",
        'Datanya berbeda dari Ringkasan Saham bursa.',
      ],
    },
    kinds: {
      unknown: ['it did not pass a check', 'berkas tidak lolos pemeriksaan'],
      unreadable: ['it cannot be read', 'berkas tidak dapat dibaca'],
      incomplete: ['it is incomplete or damaged', 'berkas tidak lengkap atau rusak'],
      format: [
        'it does not have the format of a daily trade file',
        'formatnya bukan format berkas transaksi harian',
      ],
      cells: ['it contains invalid values', 'ada isi yang tidak sah'],
      conflict: [
        'it contains different trades with the same trade number',
        'ada transaksi berbeda dengan nomor transaksi yang sama',
      ],
      checksum: [
        'it does not match its checksum or its size',
        'berkas tidak cocok dengan checksum atau ukurannya',
      ],
      correction: [
        'it differs a lot from the published data',
        'isinya sangat berbeda dari data yang sudah terbit',
      ],
      missing_trades: ['trades seem to be missing', 'sepertinya ada transaksi yang hilang'],
      amounts: ['its prices or volumes are unusual', 'harga atau volumenya tidak biasa'],
      repeats: ['it seems to repeat trades', 'sepertinya ada transaksi yang berulang'],
    },
    nothing: [
      'No day of this year is missing, held or corrected.',
      'Tidak ada hari tahun ini yang belum ada, ditahan, atau dikoreksi.',
    ],
    attention: (days: string) => [
      `List of the missing, held and corrected days (${days})`,
      `Daftar hari yang belum ada, ditahan, dan dikoreksi (${days})`,
    ],
    attention_about: [
      'Days that are missing, held, rejected, corrected, or that differ from the exchange',
      'Hari yang belum ada, ditahan, ditolak, dikoreksi, atau yang berbeda dari bursa',
    ],
    date: ['Day', 'Hari'],
    state: ['Condition', 'Kondisi'],
    revision: ['Revision', 'Revisi'],
    trades: ['Trades', 'Transaksi'],
    published_at: ['Published', 'Terbit pada'],
  },
  incidents: {
    title: ['Incidents', 'Gangguan'],
    about: (days: string) => [
      `open ones, and those of the last ${days} days`,
      `yang berlangsung, dan yang terjadi dalam ${days} hari terakhir`,
    ],
    none: [
      'No incident is open or was resolved lately.',
      'Tidak ada gangguan yang berlangsung atau baru selesai.',
    ],
    open: ['open', 'berlangsung'],
    resolved: ['resolved', 'selesai'],
    since: (time: string) => [`Since ${time}.`, `Sejak ${time}.`],
    lasted: (from: string, to: string) => [`${from} to ${to}`, `${from} sampai ${to}`],
  },
  news: {
    title: ['News sources', 'Sumber berita'],
    about: ['state at the last request for news', 'kondisi pada permintaan berita terakhir'],
    caption: ['Publishers whose articles /news returns', 'Media yang artikelnya dimuat di /news'],
    source: ['Source', 'Sumber'],
    state: ['Condition', 'Kondisi'],
    articles: ['Articles', 'Artikel'],
    checked: ['Last request', 'Permintaan terakhir'],
    unknown: ['not requested yet', 'belum diminta'],
    reachable: ['reachable', 'tersambung'],
    partly: ['some feeds failed', 'sebagian sumber gagal'],
    absent: ['not reachable', 'tidak tersambung'],
  },
} satisfies Catalogue;
