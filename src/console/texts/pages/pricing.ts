import type { Catalogue } from '../../../core/catalogue.ts';

export const PRICING = {
  title: ['Plans', 'Paket'],
  remark: [
    'prices in rupiah, tax included where it applies',
    'harga dalam rupiah, termasuk pajak jika dikenakan',
  ],
  months: (months: string, isOne: boolean) => [`${months} ${isOne ? 'month' : 'months'}`, `${months} bulan`],
  plans: {
    free: ['Free', 'Gratis'],
    starter: ['Starter', 'Starter'],
    professional: ['Professional', 'Professional'],
    advanced: ['Advanced', 'Advanced'],
    enterprise: ['Enterprise', 'Enterprise'],
    custom: ['Custom', 'Khusus'],
  },
  current: ['current', 'dipakai sekarang'],
  free_uses: [
    'Enough for one stock with all its pictures each day, or for five requests. The newest morning brief is free.',
    'Cukup untuk satu saham dengan semua gambarnya setiap hari, atau lima permintaan. Ringkasan pagi terbaru gratis.',
  ],
  free_about: [
    'The plan of every new account. An account returns to it when its paid period ends.',
    'Paket setiap akun baru. Akun kembali ke paket ini setelah masa paket berbayar berakhir.',
  ],
  offer: ['Offer for you', 'Penawaran untuk Anda'],
  offer_until: (time: string) => [`until ${time}`, `sampai ${time}`],
  recurring: ['renews by offer', 'dapat diperpanjang'],
  days: (days: string) => [`${days} days`, `${days} hari`],
  units_a_day: (units: string) => [
    `${units} units a day, until midnight in Jakarta`,
    `${units} unit per hari, sampai tengah malam WIB`,
  ],
  units_a_cycle: (units: string) => [
    `${units} units per cycle of 30 days`,
    `${units} unit per siklus 30 hari`,
  ],
  cycles: (cycles: string) => [`${cycles} cycles`, `${cycles} siklus`],
  requests_a_minute: (requests: string) => [
    `${requests} requests a minute`,
    `${requests} permintaan per menit`,
  ],
  keys: (keys: string, isOne: boolean) => [
    `${keys} ${isOne ? 'key' : 'keys'} and an MCP key`,
    `${keys} kunci dan satu kunci MCP`,
  ],
  sum: {
    price: ['Price', 'Harga'],
    unused: (remaining: string, all: string, price: string) => [
      `Unused: ${remaining} of the ${all} days for ${price} (a started day counts in full)`,
      `Sisa ${remaining} dari ${all} hari masa seharga ${price} (hari yang sudah mulai dihitung penuh)`,
    ],
    period_credit: ['Unused part of the previous period', 'Sisa masa paket sebelumnya'],
    rounded: ['Rounded down to a multiple of 1,000', 'Dibulatkan ke bawah ke kelipatan 1.000'],
    not_refunded: ['Above the price, not refunded', 'Di atas harga, tidak dikembalikan'],
    balance: ['Credit of your account', 'Saldo akun Anda'],
    owed: ['Owed by your account', 'Utang akun Anda'],
    due: ['You pay now', 'Anda bayar sekarang'],
  },
  lost: (amount: string) => [
    `The unused part of your period is worth ${amount} more than this plan. That amount would be lost.`,
    `Sisa masa paket Anda bernilai ${amount} lebih tinggi daripada harga paket ini. Selisih itu akan hangus.`,
  ],
  ends_earlier: (current: string, next: string) => [
    `Your current period runs until ${current}. The new one would end earlier, on ${next}.`,
    `Paket Anda sekarang berlaku sampai ${current}. Paket baru akan berakhir lebih awal, pada ${next}.`,
  ],
  period_until: (time: string) => [`Runs until ${time}.`, `Berlaku sampai ${time}.`],
  refills: ['The units start afresh when you pay.', 'Kuota mulai lagi dari awal setelah pembayaran.'],
  does_not_refill: [
    'It extends the period and does not refill the units of this cycle.',
    'Masa paket diperpanjang; kuota siklus ini tidak diisi ulang.',
  ],
  order: {
    purchase: ['Buy', 'Beli'],
    renewal: ['Renew', 'Perpanjang'],
    upgrade: ['Upgrade now', 'Naik paket sekarang'],
    replacement: ['Replace my plan', 'Ganti paket saya'],
  },
  other_months: (until: string) => [
    `You have this plan until ${until}. To renew it before, choose the number of months that you ordered.`,
    `Paket Anda berlaku sampai ${until}. Untuk memperpanjang sebelum itu, pilih jumlah bulan yang sama dengan pesanan Anda.`,
  ],
  refusals: {
    downgrade_refused: [
      'Not during your current period. You can change to this plan after it ends.',
      'Tidak bisa selama masa paket sekarang. Pilih paket ini setelah masa itu berakhir.',
    ],
    renewal_too_long: [
      'Already paid far ahead. Renew when the period would end at most 180 days from then.',
      'Sudah dibayar jauh ke depan. Perpanjang nanti, ketika akhir masa paket paling lama 180 hari dari saat itu.',
    ],
  },
  rules: {
    title: ['How it is charged', 'Cara penghitungan biaya'],
    list: [
      [
        'Each successful request costs units; most cost 1. An error costs nothing, and neither do the calendar, the lists and your usage.',
        'Setiap permintaan yang berhasil memakai unit, umumnya 1. Permintaan yang gagal, kalender, daftar, dan catatan pemakaian tidak dikenai biaya.',
      ],
      [
        'A month of a plan is a cycle of 30 days, and each cycle has its own units. Unused units do not carry over.',
        'Satu bulan paket adalah satu siklus 30 hari, dan setiap siklus punya kuota sendiri. Unit yang tidak terpakai tidak dibawa ke siklus berikutnya.',
      ],
      [
        'Renewing the same plan for the same number of months extends the period.',
        'Membeli lagi paket yang sama untuk jumlah bulan yang sama memperpanjang masa paket.',
      ],
      [
        'An upgrade starts a new period at once. The value of the unused days is subtracted, and the rest is rounded down to a multiple of 1,000 rupiah.',
        'Naik paket langsung memulai masa baru. Nilai hari yang belum terpakai menjadi potongan, dan sisanya dibulatkan ke bawah ke kelipatan 1.000 rupiah.',
      ],
      [
        'A lower plan can be bought after the current period ends. Only an offer to your account can replace a larger plan before that.',
        'Paket yang lebih rendah dapat dibeli setelah masa paket sekarang berakhir. Sebelum itu, hanya penawaran untuk akun Anda yang dapat mengganti paket yang lebih besar.',
      ],
      [
        'Larger quotas, other periods and other limits are agreed as an offer to your account.',
        'Kuota yang lebih besar, masa lain, atau batas lain disepakati sebagai penawaran untuk akun Anda.',
      ],
    ],
  },
  sign_in: ['Sign in to order', 'Masuk untuk memesan'],
  more: ['All limits and costs', 'Semua batas dan biaya'],
} satisfies Catalogue;
