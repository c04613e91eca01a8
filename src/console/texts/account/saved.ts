import type { Catalogue } from '../../../core/catalogue.ts';

/** The texts of the pages of screens, watchlists and alerts. */
export const SAVED = {
  remark: (used: string, limit: string) => [
    `${used} of ${limit} screens and watchlists`,
    `${used} dari ${limit} screener dan daftar pantau`,
  ],
  caption: [
    'Saved screens and watchlists, oldest first. Times in WIB',
    'Screener dan daftar pantau yang disimpan, mulai dari yang terlama. Waktu dalam WIB',
  ],
  name: ['Name', 'Nama'],
  kind: ['Kind', 'Jenis'],
  kinds: {
    screen: ['Screen', 'Screener'],
    watchlist: ['Watchlist', 'Daftar pantau'],
  },
  changed: ['Changed', 'Diubah'],
  open: ['Open', 'Buka'],
  none: ['Nothing is saved yet', 'Belum ada yang disimpan'],
  none_advice: [
    'A screen selects stocks by their measures. A watchlist is a list of tickers and brokers.',
    'Screener memilih saham menurut ukurannya. Daftar pantau berisi kode saham dan kode broker.',
  ],
  new_title: {
    screen: ['New screen', 'Screener baru'],
    watchlist: ['New watchlist', 'Daftar pantau baru'],
  },
  screen_hint: [
    'Fields of POST /market/screen as JSON: where, sort, limit, measures and adjust.',
    'Isian POST /market/screen sebagai JSON: where, sort, limit, measures, dan adjust.',
  ],
  json: ['As JSON', 'Sebagai JSON'],
  tickers: ['Tickers', 'Kode saham'],
  tickers_hint: [
    'At most 200, separated by spaces, such as BBCA BBRI.',
    'Paling banyak 200, dipisahkan spasi, misalnya BBCA BBRI.',
  ],
  brokers: ['Brokers', 'Broker'],
  brokers_hint: [
    'At most 100 codes, separated by spaces, such as AK YP.',
    'Paling banyak 100 kode, dipisahkan spasi, misalnya AK YP.',
  ],
  snapshots: ['Shared pictures', 'Gambar yang dibagikan'],
  snapshots_about: [
    'each keeps its days and numbers; withdraw one to end its page',
    'masing-masing menyimpan hari dan angkanya; cabut untuk mengakhiri halamannya',
  ],
  snapshot_note: ['Note', 'Catatan'],
  snapshot_made: ['Shared', 'Dibagikan'],
  withdraw: ['Withdraw', 'Cabut'],
  feeds: ['Addresses of feeds', 'Alamat feed'],
  feeds_about: [
    'each contains a key; replace one that others know',
    'masing-masing memuat kunci; ganti yang diketahui orang lain',
  ],
  replace_feed: ['Replace the address', 'Ganti alamat'],
  save: ['Save', 'Simpan'],
  content: ['Name and content', 'Nama dan isi'],
  link: ['Link', 'Tautan'],
  link_about: ['everyone who belongs to the account can open it', 'semua pengguna akun dapat membukanya'],
  delete: ['Delete', 'Hapus'],
  delete_title: (name: string) => [`Delete ${name}`, `Hapus ${name}`],
  switch_to: (email: string) => [`Open it in the account of ${email}`, `Buka di akun ${email}`],
  delete_effect: [
    'It is deleted with its alerts for all people of the account. This cannot be undone.',
    'Data ini dan peringatannya dihapus untuk semua pengguna akun dan tidak dapat dikembalikan.',
  ],
  alerts: {
    title: ['Alerts', 'Peringatan'],
    about: (used: string, limit: string) => [
      `${used} of ${limit} in the account. They cost no units, and are evaluated at each publication`,
      `${used} dari ${limit} dalam akun. Peringatan tidak memakai unit, dan diperiksa pada setiap penerbitan`,
    ],
    caption: [
      'What is watched, with the stocks that fulfil it',
      'Yang dipantau, dengan saham yang memenuhinya',
    ],
    none: [
      'No alerts yet. An alert sends a message about the stocks that enter and leave, by e-mail, webhooks and Telegram.',
      'Belum ada peringatan. Peringatan mengirim pesan tentang saham yang mulai atau tidak lagi memenuhinya, lewat e-mail, webhook, dan Telegram.',
    ],
    rule: ['Rule', 'Aturan'],
    bought: (broker: string, value: string) => [
      `${broker} bought more than IDR ${value} net in a day`,
      `pembelian bersih ${broker} lebih dari Rp${value} dalam sehari`,
    ],
    sold: (broker: string, value: string) => [
      `${broker} sold more than IDR ${value} net in a day`,
      `penjualan bersih ${broker} lebih dari Rp${value} dalam sehari`,
    ],
    of_screen: ['The stocks of the screen', 'Saham hasil screener'],
    members: ['Stocks', 'Saham'],
    last_change: ['Last change', 'Perubahan terakhir'],
    entered: ['Entered', 'Masuk'],
    left: ['Left', 'Keluar'],
    not_evaluated: ['not evaluated yet', 'belum diperiksa'],
    state: ['State', 'Status'],
    active: ['active', 'aktif'],
    paused: ['paused', 'dijeda'],
    broker: ['Broker', 'Broker'],
    side: ['Net', 'Net'],
    buy: ['bought', 'beli'],
    sell: ['sold', 'jual'],
    value: ['More than, in IDR', 'Lebih dari, dalam Rp'],
    create: ['Create alert', 'Buat peringatan'],
    pause: ['Pause', 'Jeda'],
    resume: ['Resume', 'Lanjutkan'],
    test: ['Send a test', 'Kirim tes'],
  },
} satisfies Catalogue;
