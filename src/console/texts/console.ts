import { BRIEF_NOTE } from '../../core/market/brief.ts';
import type { Catalogue } from './catalogue.ts';
import { EXPLORER } from './explorer.ts';

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
        'Check the address, or start from one of these pages.',
        'Periksa alamatnya, atau mulai dari salah satu halaman ini.',
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
  sign_in: {
    title: ['Sign in', 'Masuk'],
    by_email: ['With an e-mail address', 'Dengan alamat e-mail'],
    email: ['E-mail address', 'Alamat e-mail'],
    send_code: ['Send a code', 'Kirim kode'],
    signup: {
      open: [
        'The first sign-in with an address creates an account on the Free plan.',
        'Saat masuk pertama kali, alamat ini mendapat akun pada paket Gratis.',
      ],
      invite: [
        'A new account needs an invitation to your address.',
        'Akun baru memerlukan undangan untuk alamat Anda.',
      ],
      closed: [
        'A new account needs an invitation to your address.',
        'Akun baru memerlukan undangan untuk alamat Anda.',
      ],
    },
    no_mail: [
      'This server sends no e-mail. Ask the operator for a link, or sign in with an API key.',
      'Server ini tidak mengirim e-mail. Minta tautan kepada pengelola, atau masuk dengan kunci API.',
    ],
    by_key: ['With an API key', 'Dengan kunci API'],
    key: ['API key', 'Kunci API'],
    key_hint: [
      'A key with the scope account has the rights of an owner. Revoking the key ends the session.',
      'Kunci dengan izin account memberi hak pemilik akun. Sesi berakhir jika kunci dicabut.',
    ],
    code_sent: (email: string) => [
      `If ${email} can sign in, a code is on its way to this address. It works once, within 10 minutes.`,
      `Jika ${email} dapat masuk, kode sedang dikirim ke alamat ini. Kode berlaku satu kali dalam 10 menit.`,
    ],
    code_missing: [
      'If no e-mail arrives, this address got too many within an hour. Use the link or the longer code in the newest one, or try again later.',
      'Jika tidak ada e-mail yang datang, alamat ini sudah menerima terlalu banyak e-mail dalam satu jam. Pakai tautan atau kode yang lebih panjang dalam e-mail terbaru, atau coba lagi nanti.',
    ],
    code: ['Code', 'Kode'],
    sign_in: ['Sign in', 'Masuk'],
    another: ['Use another address, or request a new code', 'Pakai alamat lain, atau minta kode baru'],
    link_for: (email: string) => [
      `Press the button to sign in as ${email}.`,
      `Tekan tombol untuk masuk sebagai ${email}.`,
    ],
    errors: {
      no_mail: [
        'This server sends no e-mail. Ask the operator for a link.',
        'Server ini tidak mengirim e-mail. Minta tautan kepada pengelola.',
      ],
      invalid_email: ['This is not an e-mail address.', 'Ini bukan alamat e-mail.'],
      sign_in_limited: [
        'Too many codes were requested from your network. Try again in an hour.',
        'Terlalu banyak kode diminta dari jaringan Anda. Coba lagi dalam satu jam.',
      ],
      sign_in_refused: [
        'This code is not valid: it is mistyped, was used, or has expired. Request a new code.',
        'Kode ini tidak berlaku: salah ketik, sudah dipakai, atau kedaluwarsa. Minta kode baru.',
      ],
      unauthorized: [
        'This key is not valid: it is mistyped, unknown, revoked or expired.',
        'Kunci ini tidak berlaku: salah ketik, tidak dikenal, dicabut, atau kedaluwarsa.',
      ],
      account_suspended: [
        'The account of this key is suspended. Ask the operator of this server.',
        'Akun dari kunci ini ditangguhkan. Hubungi pengelola server ini.',
      ],
      address_not_allowed: [
        'This key cannot be used from your IP address.',
        'Kunci ini tidak dapat dipakai dari alamat IP Anda.',
      ],
    },
  },

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

  home: {
    title: ['Who bought, who sold, what foreigners did.', 'Siapa beli, siapa jual, ke mana dana asing.'],
    lead: [
      'Every trade of the Indonesia Stock Exchange, added up by broker and investor, to the rupiah. Over HTTP, MCP and SQL.',
      'Setiap transaksi Bursa Efek Indonesia, dijumlahkan per broker dan investor, sampai ke rupiahnya. Lewat HTTP, MCP, dan SQL.',
    ],
    explore: (ticker: string) => [`Explore ${ticker}`, `Jelajahi ${ticker}`],
    first_request: ['First request', 'Permintaan pertama'],
    see_plans: ['See the plans', 'Lihat paket'],
    newest_day: ['Newest day:', 'Hari terbaru:'],
    trades: (trades: string) => [`${trades} trades`, `${trades} transaksi`],
    published: (time: string) => [`published ${time}`, `terbit ${time}`],
    verified: ['matches the exchange', 'cocok dengan bursa'],
    verified_regular: ['regular market matches the exchange', 'pasar reguler cocok dengan bursa'],
    differs: ['differs from the exchange', 'berbeda dari bursa'],
    nothing_published: ['No day is published yet.', 'Belum ada hari yang terbit.'],
    flow: {
      title: ['Foreign flow', 'Arus dana asing'],
      about: (day: string) => [
        `net value in IDR million, and its share of all trades in the stock; ${day}, all markets`,
        `nilai bersih dalam juta IDR, dan bagiannya dari semua transaksi saham itu; ${day}, semua pasar`,
      ],
      bought: ['Net buying by foreign investors', 'Beli bersih investor asing'],
      sold: ['Net selling by foreign investors', 'Jual bersih investor asing'],
      columns: {
        ticker: ['Stock', 'Saham'],
        value: ['Net value', 'Nilai bersih'],
        share: ['Share', 'Bagian'],
      },
      of_all: (shown: string, all: string) => [`${shown} of ${all} stocks`, `${shown} dari ${all} saham`],
    },
    questions: {
      title: ['What the data answers', 'Yang dijawab oleh data ini'],
      list: [
        {
          name: ['Broker summary', 'Ringkasan broker'],
          about: [
            'Which brokers bought and sold a stock, at what average price',
            'Broker mana membeli dan menjual suatu saham, dan harga rata-ratanya',
          ],
        },
        {
          name: ['Foreign flow', 'Arus dana asing'],
          about: [
            'What foreign investors bought and sold, by stock and by day',
            'Yang dibeli dan dijual investor asing, per saham dan per hari',
          ],
        },
        {
          name: ['Accumulation', 'Akumulasi'],
          about: [
            'Whether the largest net buyers are few or many',
            'Apakah pembeli bersih terbesar sedikit atau banyak',
          ],
        },
        {
          name: ['Broker inventory', 'Inventori broker'],
          about: [
            'The net position of each broker in a stock, day by day',
            'Posisi bersih setiap broker di suatu saham, hari demi hari',
          ],
        },
        {
          name: ['Counterparties', 'Lawan transaksi'],
          about: ['From whom each broker bought', 'Dari siapa setiap broker membeli'],
        },
        {
          name: ['Prices', 'Harga'],
          about: [
            'Open, high, low, close, VWAP and volume of each day',
            'Pembukaan, tertinggi, terendah, penutupan, VWAP, dan volume setiap hari',
          ],
        },
        {
          name: ['Broker activity', 'Aktivitas broker'],
          about: [
            'Every stock that one broker bought and sold',
            'Semua saham yang dibeli dan dijual satu broker',
          ],
        },
        {
          name: ['News', 'Berita'],
          about: [
            'Recent market articles from Indonesian publishers',
            'Artikel pasar terbaru dari media Indonesia',
          ],
        },
      ],
    },
    all_prices: ['all prices', 'semua harga'],
    ways: {
      title: ['Ways to the data', 'Cara mendapat data'],
      list: [
        {
          name: ['HTTP', 'HTTP'],
          about: [
            'curl, TypeScript, Python; JSON, CSV, Arrow, Parquet',
            'curl, TypeScript, Python; JSON, CSV, Arrow, Parquet',
          ],
          href: ['/docs/caller', '/docs/caller'],
        },
        {
          name: ['MCP', 'MCP'],
          about: ['Tools for AI agents, at POST /mcp', 'Alat untuk agen AI, di POST /mcp'],
          href: ['/docs/caller#for-agents', '/docs/caller#for-agents'],
        },
        {
          name: ['SQL', 'SQL'],
          about: [
            'Parquet files with DuckDB, Python, R and Excel',
            'Berkas Parquet dengan DuckDB, Python, R, dan Excel',
          ],
          href: ['/docs/analysts', '/docs/analysts'],
        },
        {
          name: ['How the numbers are made', 'Asal angka'],
          about: ['Check a broker summary by hand', 'Menghitung ringkasan broker dengan tangan'],
          href: ['/docs/numbers', '/docs/numbers'],
        },
      ],
    },
  },

  pricing: {
    title: ['Plans', 'Paket'],
    remark: [
      'prices in rupiah, tax included where it applies',
      'harga dalam rupiah, termasuk pajak jika dikenakan',
    ],
    months: (months: string, isOne: boolean) => [
      `${months} ${isOne ? 'month' : 'months'}`,
      `${months} bulan`,
    ],
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
  },

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
  brief: {
    title: ['Morning brief', 'Ringkasan pagi'],
    subject: (day: string) => [`morning brief of ${day}`, `ringkasan pagi ${day}`],
    after: (day: string) => [`after the close of ${day}`, `setelah penutupan ${day}`],
    whose: ['Whose brief', 'Ringkasan untuk'],
    market: ['Whole market', 'Seluruh pasar'],
    no_lists: ['Save a watchlist', 'Simpan daftar pantau'],
    feed: ['Atom feed', 'Feed Atom'],
    feed_about: [
      'The address of this feed contains a key. Anyone who has the address can read this brief, and nothing else.',
      'Alamat feed ini memuat kunci. Siapa pun yang memiliki alamat ini dapat membaca ringkasan ini, dan tidak lebih.',
    ],
    by_mail: ['Send me by e-mail', 'Kirimi saya lewat e-mail'],
    is_mailed: ['You get it by e-mail', 'Anda menerimanya lewat e-mail'],
    json: ['JSON', 'JSON'],
    about: ['About these figures', 'Tentang angka-angka ini'],
    percentiles: [
      'A percentile compares a figure with 250 earlier ones of the same stock. Where there are fewer, and for brokers, it compares with 60, marked (60), or there is none. Figures are adjusted for stock splits, bonus shares and rights.',
      'Persentil membandingkan sebuah angka dengan 250 angka sebelumnya dari saham yang sama. Jika belum cukup, dan untuk broker, dengan 60, bertanda (60), atau tidak ada. Angka disesuaikan dengan stock split, saham bonus, dan HMETD.',
    ],
    rules: ['How each line is chosen', 'Cara setiap baris dipilih'],
    note: [
      BRIEF_NOTE,
      'Angka-angka ini menunjukkan apa yang diperdagangkan dan seberapa tidak biasa. Angka ini tidak menunjukkan arah harga berikutnya.',
    ],
    no_day: ['There is no brief of this day.', 'Tidak ada ringkasan untuk tanggal ini.'],
    no_day_about: [
      'The brief of a new day follows its publication by a few minutes.',
      'Ringkasan hari baru tersedia beberapa menit setelah datanya terbit.',
    ],
    nothing: ['Nothing unusual', 'Tidak ada yang luar biasa'],
    stock: ['Stock', 'Saham'],
    broker: ['Broker', 'Broker'],
    percentile: ['Percentile', 'Persentil'],
    ...EXPLORER.percentile,
    in_market: ['all', 'semua'],
    kinds: {
      accumulated: {
        title: ['Accumulated', 'Akumulasi'],
        about: ['5 days, in percent of the volume', '5 hari, dalam persen volume'],
        figure: ['Net', 'Net'],
        more: [],
      },
      distributed: {
        title: ['Distributed', 'Distribusi'],
        about: ['5 days, in percent of the volume', '5 hari, dalam persen volume'],
        figure: ['Net', 'Net'],
        more: [],
      },
      volume: {
        title: ['Unusual volume', 'Volume tidak biasa'],
        about: [
          'the day against the median of the 20 days before',
          'hari itu terhadap median 20 hari sebelumnya',
        ],
        figure: ['Times', 'Kali'],
        more: [],
      },
      streak_began: {
        title: ['Foreign streaks that began', 'Net buy/sell asing beruntun: mulai'],
        about: [
          'on the 5th day in a row; IDR of the 5 days',
          'pada hari ke-5 berturut-turut; IDR selama 5 hari',
        ],
        figure: ['Net foreign', 'Net asing'],
        more: [['Streak', 'Beruntun']],
      },
      streak_ended: {
        title: ['Foreign streaks that ended', 'Net buy/sell asing beruntun: berakhir'],
        about: ['after 5 days or more; IDR of the day', 'setelah 5 hari atau lebih; IDR hari itu'],
        figure: ['Net foreign', 'Net asing'],
        more: [['Streak', 'Beruntun']],
      },
      negotiated: {
        title: ['Largest negotiated trades', 'Transaksi nego terbesar'],
        about: ['IDR of the day, and the premium to the close', 'IDR hari itu, dan premi terhadap penutupan'],
        figure: ['Value', 'Nilai'],
        more: [['Premium', 'Premi']],
      },
      broker_turned: {
        title: ['Brokers that turned', 'Broker yang berbalik arah'],
        about: ['net IDR of 5 days, and of the 20 days before', 'IDR bersih 5 hari, dan 20 hari sebelumnya'],
        figure: ['Net', 'Net'],
        more: [['Before', 'Sebelum']],
      },
    },
    bought_days: (days: number) => [`${days} days bought`, `${days} hari beli`],
    sold_days: (days: number) => [`${days} days sold`, `${days} hari jual`],
  },

  docs: {
    title: ['Documentation', 'Dokumentasi'],
    lead: [
      'Call the API, query the Parquet files, or host the service.',
      'Panggil API, olah berkas Parquet, atau jalankan layanannya sendiri.',
    ],
    guides_title: ['Guides', 'Daftar panduan'],
    search: ['Search the docs', 'Cari dokumentasi'],
    groups: {
      callers: ['Call the API', 'Memanggil API'],
      analysts: ['Query the files', 'Mengolah berkas'],
      operators: ['Host the service', 'Menjalankan layanan'],
      rules: ['Rules', 'Aturan'],
    },
    guides: {
      caller: {
        title: ['First requests', 'Permintaan pertama'],
        about: [
          'Requests in curl, TypeScript and Python, all endpoints, agents, data formats',
          'Contoh curl, TypeScript, dan Python, semua endpoint, agen, format data',
        ],
      },
      limits: {
        title: ['Limits and charging', 'Batas dan biaya'],
        about: [
          'Quotas, rate limits, and the cost of each request',
          'Kuota, batas laju, dan biaya setiap permintaan',
        ],
      },
      numbers: {
        title: ['How the numbers are made', 'Asal angka'],
        about: ['Check a broker summary by hand', 'Menghitung ringkasan broker dengan tangan'],
      },
      glossary: {
        title: ['Glossary', 'Istilah'],
        about: ['Market terms in English and Indonesian', 'Istilah pasar dalam bahasa Inggris dan Indonesia'],
      },
      analysts: {
        title: ['For analysts', 'Untuk analis'],
        about: [
          'The Parquet files with SQL, Python, R and Excel',
          'Berkas Parquet dengan SQL, Python, R, dan Excel',
        ],
      },
      'beyond-one-box': {
        title: ['Beyond one box', 'Lebih dari satu mesin'],
        about: [
          'Spark, Trino, ClickHouse and BigQuery; several servers',
          'Spark, Trino, ClickHouse, dan BigQuery; beberapa server',
        ],
      },
      run: {
        title: ['Run Alir', 'Menjalankan Alir'],
        about: [
          'Install Alir; TLS, backups, upgrades and monitoring',
          'Pemasangan, TLS, cadangan, pembaruan, dan pemantauan',
        ],
      },
      ingest: {
        title: ['Ingest daily files', 'Memuat berkas harian'],
        about: [
          'Updates, held and rejected files, comparisons',
          'Pembaruan, berkas yang ditahan atau ditolak, pencocokan',
        ],
      },
      sell: {
        title: ['Sell plans', 'Menjual paket'],
        about: [
          'Accounts, payments, invoices, people and notices',
          'Akun, pembayaran, faktur, orang, dan pemberitahuan',
        ],
      },
      commands: {
        title: ['Commands and settings', 'Perintah dan pengaturan'],
        about: ['Every command and every setting', 'Setiap perintah dan setiap pengaturan'],
      },
      'data-protection': {
        title: ['Data protection', 'Perlindungan data'],
        about: [
          'What is stored about customers, why and for how long',
          'Yang disimpan tentang pelanggan, alasannya, dan berapa lama',
        ],
      },
      benchmarks: {
        title: ['Benchmarks', 'Tolok ukur'],
        about: ['How fast Alir is, and how it is measured', 'Kecepatan Alir, dan cara mengukurnya'],
      },
      contract: {
        title: ['Contract', 'Kontrak'],
        about: ['The numbered rules of the service', 'Aturan layanan, bernomor'],
      },
      rules: {
        title: ['Rules and their files', 'Aturan dan berkasnya'],
        about: ['The file that implements each rule', 'Berkas yang menerapkan setiap aturan'],
      },
    },
    requests: ['All requests', 'Semua permintaan'],
    requests_about: [
      'Each request has a page with its fields, errors and examples. About keys and responses:',
      'Setiap permintaan punya halaman dengan isian, galat, dan contohnya. Tentang kunci dan jawaban:',
    ],
    request: ['Request', 'Permintaan'],
    answer: ['Answer', 'Jawaban'],
    cost: ['Cost', 'Biaya'],
    free: ['free', 'gratis'],
    /** Of a metered request, by what its units are counted. */
    costs: {
      request: ['1 unit', '1 unit'],
      ticker: ['1 unit per stock', '1 unit per saham'],
      days: ['1 unit per 31 days', '1 unit per 31 hari'],
      market: ['5 units', '5 unit'],
    },
    results: (query: string) => [`Results for “${query}”`, `Hasil untuk “${query}”`],
    nothing_found: ['No section has all these words.', 'Tidak ada bagian yang memuat semua kata ini.'],
    nothing_found_advice: [
      'Use fewer words, or their beginnings.',
      'Kurangi kata, atau tulis awal katanya saja.',
    ],
    on_this_page: ['On this page', 'Di halaman ini'],
    as_markdown: ['This guide as Markdown', 'Panduan ini sebagai Markdown'],
    in_english: ['This guide is in English.', 'Panduan ini berbahasa Inggris.'],
    all_in_english: [
      'The guides and the API reference are in English.',
      'Panduan dan referensi API berbahasa Inggris. Kata untuk pencarian juga harus dalam bahasa Inggris.',
    ],
  },

  status: {
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
  },
} satisfies Catalogue;
