import type { Catalogue } from '../../../core/catalogue.ts';
import { BRIEF } from './brief.ts';
import { DOCS } from './docs.ts';
import { HOME } from './home.ts';
import { PRICING } from './pricing.ts';
import { SIGN_IN } from './sign-in.ts';
import { STATUS } from './status.ts';

/** The texts of the console that are not in a file of their own. */
export const CONSOLE = {
  layout: {
    tagline: ['Market data of the Indonesia Stock Exchange', 'Data pasar Bursa Efek Indonesia'],
    skip: ['Skip to the content', 'Langsung ke isi'],
    main_navigation: ['Main', 'Utama'],
    switch_language: ['Bahasa Indonesia', 'English'],
    dark: ['Dark', 'Gelap'],
    light: ['Light', 'Terang'],
    search: ['Stock, broker, page or screen', 'Saham, broker, halaman, atau screener'],
    search_button: ['Search', 'Cari'],
    sign_in: ['Sign in', 'Masuk'],
    sign_out: ['Sign out', 'Keluar'],
    account: ['Account', 'Akun'],
    operator: ['Operator', 'Pengelola'],
    units: (units: number) => [
      `A page costs as many units as its requests to the API, and says so once. Your watchlist ${units === 0 ? 'is free' : `costs ${units} ${units === 1 ? 'unit' : 'units'} for each publication`}.`,
      `Sebuah halaman berbiaya sebanyak permintaan API-nya, dan menyebutkannya sekali. Daftar pantau Anda ${units === 0 ? 'gratis' : `berbiaya ${units} unit untuk tiap penerbitan`}.`,
    ],
    palette: {
      title: ['Find a stock, a broker, a page or a screen', 'Cari saham, broker, halaman, atau screener'],
      names: ['Stocks and brokers', 'Saham dan broker'],
      recent: ['Opened last', 'Terakhir dibuka'],
      pages: ['Pages', 'Halaman'],
      screens: ['Saved screens', 'Screener tersimpan'],
      actions: ['Actions', 'Tindakan'],
      compare: ['Compare with other stocks', 'Bandingkan dengan saham lain'],
      watch: ['Add to the watchlist', 'Tambah ke daftar pantau'],
      stock: ['stock', 'saham'],
      broker: ['broker', 'broker'],
      page: ['page', 'halaman'],
      position: ['broker in a stock', 'broker dalam saham'],
      keys: [
        '↑ ↓ choose · Enter opens · Ctrl Enter in a new tab · BBCA BBRI compares · YP BBCA: broker in a stock',
        '↑ ↓ memilih · Enter membuka · Ctrl Enter di tab baru · BBCA BBRI membandingkan · YP BBCA: broker dalam saham',
      ],
      none: ['Nothing found. Enter searches for a code.', 'Tidak ditemukan. Enter mencari kode.'],
    },
    /** In the palette of an operator who has no account. */
    operator_palette: {
      title: ['Order, account or page', 'Pesanan, akun, atau halaman'],
      keys: [
        '↑ ↓ choose · Enter opens · Ctrl Enter in a new tab',
        '↑ ↓ memilih · Enter membuka · Ctrl Enter di tab baru',
      ],
    },
    find_orders: ['Search orders for', 'Cari pesanan'],
    find_accounts: ['Search accounts for', 'Cari akun'],
    nav: {
      watchlist: ['Home', 'Beranda'],
      screens: ['Screens', 'Screener'],
      compare: ['Compare', 'Bandingkan'],
      explore: ['Explore', 'Saham'],
      market: ['Market', 'Pasar'],
      brief: ['Brief', 'Ringkasan'],
      news: ['News', 'Berita'],
      pricing: ['Pricing', 'Paket'],
      docs: ['Docs', 'Panduan'],
      status: ['Status', 'Status'],
    },
    api_reference: ['API reference', 'Referensi API'],
    openapi: ['OpenAPI', 'OpenAPI'],
    for_models: ['For language models', 'Untuk model bahasa'],
    no_advice: ['Data, not investment advice.', 'Ini data, bukan saran investasi.'],
    version: (version: string) => [`Alir ${version}`, `Alir ${version}`],
  },
  figure: {
    table: ['Table', 'Tabel'],
    api_call: ['API call', 'Panggilan API'],
    copy: ['Copy', 'Salin'],
    copied: ['Copied', 'Tersalin'],
    cost: (units: string, isOne: boolean) => [`${units} ${isOne ? 'unit' : 'units'}`, `${units} unit`],
    free: ['free', 'gratis'],
  },
  own_key: {
    use: ['Use this key in the examples of this tab', 'Pakai kunci ini di contoh-contoh pada tab ini'],
    used: [
      'The examples of the guides contain this key now, in this tab only.',
      'Contoh di panduan sekarang berisi kunci ini, hanya di tab ini.',
    ],
    open: ['Open the first requests', 'Buka permintaan pertama'],
    filled: ['The examples contain your key', 'Contoh berisi kunci Anda'],
    only_here: [
      'It is kept in this tab only, and is not sent to the server.',
      'Kunci hanya disimpan di tab ini dan tidak dikirim ke server.',
    ],
    forget: ['Forget the key', 'Hapus kunci dari tab ini'],
  },
  errors: {
    title: {
      not_found: ['This page does not exist', 'Halaman ini tidak ada'],
      forbidden: ['You may not open this page', 'Anda tidak boleh membuka halaman ini'],
      invalid: ['The request is not valid', 'Permintaan tidak dapat diproses'],
      limited: ['Too many requests', 'Terlalu banyak permintaan'],
      unavailable: ['The service is not available at the moment', 'Layanan sedang tidak tersedia'],
      internal: ['Something went wrong on this server', 'Terjadi kesalahan di server ini'],
    },
    advice: {
      not_found: [
        'The address is mistyped, or what it showed was deleted, revoked or replaced. Start from one of these pages.',
        'Alamatnya salah ketik, atau isinya sudah dihapus, dicabut, atau diganti. Mulai dari salah satu halaman ini.',
      ],
      forbidden: ['Sign in with an account that may open it.', 'Masuk dengan akun yang berhak membukanya.'],
      invalid: ['Correct the values and send them again.', 'Perbaiki isian, lalu kirim lagi.'],
      limited: ['Wait a moment, then try again.', 'Tunggu sebentar, lalu coba lagi.'],
      unavailable: [
        'Try again in a minute. The status page shows what is known.',
        'Coba lagi dalam satu menit. Halaman status memuat yang sudah diketahui.',
      ],
      internal: [
        'Try again. If it happens again, send this code to the operator.',
        'Coba lagi. Jika terulang, kirim kode ini kepada pengelola.',
      ],
    },
    home: ['Front page', 'Halaman depan'],
    without_query: ['This page without its values', 'Halaman ini tanpa isian'],
    code: ['Code', 'Kode'],
    request: ['Request', 'Permintaan'],
    fields: ['Fields', 'Isian'],
    retry_after: (seconds: string) => [`Try again in ${seconds} s.`, `Coba lagi dalam ${seconds} detik.`],
  },

  unsubscribe: {
    title: ['Stop e-mails', 'Hentikan e-mail'],
    alerts: [
      'Do you want to receive no more e-mails about your alerts? The alerts stay on the pages of your account.',
      'Apakah Anda ingin berhenti menerima e-mail tentang peringatan? Peringatan tetap ada di halaman akun Anda.',
    ],
    brief: [
      'Do you want to receive this morning brief no more? Your other briefs stay.',
      'Apakah Anda ingin berhenti menerima ringkasan pagi ini? Ringkasan Anda yang lain tetap dikirim.',
    ],
    stop: ['Stop these e-mails', 'Hentikan e-mail ini'],
    done: ['You receive no more of these e-mails.', 'Anda tidak lagi menerima e-mail ini.'],
    settings: ['Settings of all e-mails', 'Pengaturan semua e-mail'],
  },
  sign_in: SIGN_IN,

  sample: {
    about: (ticker: string, through: string) => [
      `A sample without an account: ${ticker} up to ${through}`,
      `Contoh tanpa akun: ${ticker} sampai ${through}`,
    ],
    late: (days: number) => [
      `${days} trading ${days === 1 ? 'day' : 'days'} late`,
      `tertinggal ${days} hari bursa`,
    ],
    account: [
      'An account shows every stock, up to the newest evening.',
      'Dengan akun, semua saham sampai data malam terbaru.',
    ],
    try_api: ['Try the API without a key', 'Coba API tanpa kunci'],
    open: (ticker: string) => [
      `All pictures of ${ticker}: brokers, inventory, counterparties`,
      `Semua gambar ${ticker}: broker, inventori, lawan transaksi`,
    ],
    too_late: (through: string) => [
      `The sample ends on ${through}. Newer days need an account.`,
      `Contoh ini berakhir pada ${through}. Hari yang lebih baru memerlukan akun.`,
    ],
  },

  playground: {
    title: ['Try the API', 'Coba API'],
    remark: ['one request, its code and its answer', 'satu permintaan, kodenya, dan jawabannya'],
    unknown_request: (name: string) => [
      `There is no request ${name}. Choose another one.`,
      `Tidak ada permintaan ${name}. Pilih yang lain.`,
    ],
    invalid_value: (field: string, value: string) => [
      `${field} cannot be ${value}. The form has another value.`,
      `${field} tidak boleh ${value}. Formulir berisi nilai lain.`,
    ],
    form: {
      request: ['Request', 'Permintaan'],
      about: ['Its fields', 'Parameternya'],
      cost: ['Cost in units', 'Biaya dalam unit'],
      send: ['Send', 'Kirim'],
      choose: ['Show the code', 'Tampilkan kode'],
      code: ['Code', 'Kode'],
      copy: ['Copy', 'Salin'],
      copied: ['Copied', 'Tersalin'],
      answer: ['Answer', 'Jawaban'],
      waiting: ['Send the request to see its answer.', 'Kirim permintaan untuk melihat jawabannya.'],
      sending: ['Waiting for the answer …', 'Menunggu jawaban …'],
      failed: [
        'No answer arrived. Check the connection, and send the request again.',
        'Jawaban tidak sampai. Periksa koneksi, lalu kirim permintaan lagi.',
      ],
      headers: ['Headers', 'Header'],
      rows: ['rows', 'baris'],
      cut: ['Only the beginning is shown.', 'Hanya bagian awal yang ditampilkan.'],
    },
  },

  home: HOME,

  pricing: PRICING,

  snapshot: {
    as_known: (time: string) => [`As known at ${time}`, `Sebagaimana diketahui pada ${time}`],
    note: ['Note of the person who shared this', 'Catatan dari yang membagikan'],
    numbers: ['The numbers of this picture', 'Angka-angka gambar ini'],
    for_anyone: [
      'Anyone who has this address can open the page, without signing in.',
      'Siapa pun yang memiliki alamat ini dapat membuka halamannya, tanpa masuk.',
    ],
    for_account: [
      'The people of your account can open this page.',
      'Pengguna akun Anda dapat membuka halaman ini.',
    ],
    all: ['All shared pictures', 'Semua gambar yang dibagikan'],
    invitation_title: ['Who buys, who sells', 'Siapa membeli, siapa menjual'],
    invitation: [
      'Alir shows it for each stock of the Indonesia Stock Exchange, after each trading day.',
      'Alir menampilkannya untuk setiap saham di Bursa Efek Indonesia, setelah setiap hari bursa.',
    ],
    home: ['What Alir is', 'Apa itu Alir'],
    plans: ['Plans', 'Paket'],
    gone_title: ['This picture is not available', 'Gambar ini tidak tersedia'],
    gone: [
      'The person who shared it withdrew it, or the address is not complete. Ask for a new address.',
      'Gambar ini sudah dicabut oleh yang membagikannya, atau alamatnya tidak lengkap. Minta alamat baru.',
    ],
  },
  brief: BRIEF,

  docs: DOCS,

  status: STATUS,
} satisfies Catalogue;
