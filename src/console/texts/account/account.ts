import type { Catalogue, Translated } from '../../../core/catalogue.ts';
import { REFUSALS } from '../explorer.ts';
import { BILLING } from './billing.ts';
import { KEYS } from './keys.ts';
import { SAVED } from './saved.ts';
import { USAGE } from './usage.ts';
import { WEBHOOKS } from './webhooks.ts';

export const ACCOUNT = {
  navigation: ['Account', 'Akun'],
  tabs: {
    usage: ['Usage', 'Pemakaian'],
    keys: ['Keys', 'Kunci API'],
    billing: ['Plan and billing', 'Paket dan tagihan'],
    people: ['People', 'Pengguna'],
    webhooks: ['Webhooks and e-mail', 'Webhook dan e-mail'],
    saved: ['Screens and watchlists', 'Screener dan daftar pantau'],
    mcp: ['MCP', 'MCP'],
  },
  of_account: (email: string) => [`account of ${email}`, `akun ${email}`],
  failed: ['Nothing was changed.', 'Tidak ada yang diubah.'],
  cancel: ['Back', 'Kembali'],
  actions: ['Actions', 'Tindakan'],
  never: ['never', 'belum pernah'],
  owners_only: [
    'Only owners of the account can change this. Ask an owner to do it or to give you this role.',
    'Hanya pemilik akun yang dapat mengubah bagian ini. Mintalah pemilik untuk melakukannya atau memberi Anda peran tersebut.',
  ],
  key_only: [
    'You are signed in with a key that can only read data. To change something, sign in with your e-mail address or with a key of the scope account.',
    'Anda masuk dengan kunci yang hanya dapat membaca data. Untuk mengubah sesuatu, masuklah dengan alamat e-mail atau dengan kunci berizin account.',
  ],
  /** Errors of forms, by their code. */
  errors: {
    owner_required: [
      'Only an owner of the account may do this.',
      'Hanya pemilik akun yang dapat melakukan ini.',
    ],
    account_required: [
      'You do not belong to this account. Ask an owner of it to invite you. An operator invites on the page Accounts.',
      'Anda tidak tergabung dalam akun ini. Minta pemiliknya mengundang Anda. Operator mengundang di halaman Akun.',
    ],
    form_expired: [
      'This form has expired. Reload the page and submit it again.',
      'Formulir ini kedaluwarsa. Muat ulang halaman, lalu kirim lagi.',
    ],
    key_limit_reached: [
      'Your plan allows no further key. Revoke a key that you do not need, or upgrade the plan.',
      'Jumlah kunci dalam paket Anda sudah penuh. Cabut kunci yang tidak diperlukan, atau naikkan paket.',
    ],
    unknown_key: [
      'This key was revoked or has expired. Create a new key.',
      'Kunci ini sudah dicabut atau sudah kedaluwarsa. Buat kunci baru.',
    ],
    bad_key_name: [
      'Enter a name of 1 to 64 characters, without line breaks.',
      'Isi nama dengan 1 sampai 64 karakter tanpa baris baru.',
    ],
    downgrade_refused: [
      'This plan is lower than the current one, or shorter. You can order it when the current period has ended.',
      'Paket ini lebih rendah atau lebih pendek daripada paket sekarang. Paket ini dapat dipesan setelah masa paket sekarang berakhir.',
    ],
    renewal_too_long: [
      'The period would end too far in the future. Renew closer to the end of the period.',
      'Akhir masa paket akan terlalu jauh. Perpanjang saat masa paket sudah lebih dekat dengan akhirnya.',
    ],
    unknown_offer: [
      'This offer was accepted, was withdrawn or has expired.',
      'Penawaran ini sudah diterima, ditarik, atau kedaluwarsa.',
    ],
    too_many_orders: [
      'You have too many unpaid orders. Pay one of them, or wait until one expires.',
      'Terlalu banyak pesanan yang belum dibayar. Bayar salah satu, atau tunggu sampai ada yang kedaluwarsa.',
    ],
    order_not_payable: [
      'The order cannot be cancelled any more.',
      'Pesanan ini tidak dapat dibatalkan lagi.',
    ],
    forfeit_not_confirmed: ['Confirm the amount that would be lost.', 'Setujui jumlah yang akan hangus.'],
    idempotency_conflict: [
      'This form was already used for another order. Load the page again.',
      'Formulir ini sudah dipakai untuk pesanan lain. Muat ulang halaman.',
    ],
    payment_unavailable: [
      'The payment service does not respond. Try again in a few minutes.',
      'Layanan pembayaran tidak merespons. Coba lagi dalam beberapa menit.',
    ],
    webhook_limit_reached: [
      'The account has the maximum number of webhooks. Delete one first.',
      'Jumlah webhook akun ini sudah penuh. Hapus salah satu lebih dahulu.',
    ],
    webhook_not_ready: [
      'The webhook is disabled, or too many deliveries wait for it. Look at the delivery log.',
      'Webhook ini dinonaktifkan, atau terlalu banyak kiriman yang menunggu. Periksa catatan pengiriman.',
    ],
    saved_limit_reached: [
      'The account has all the screens and watchlists that its plan allows. Delete one, or upgrade the plan.',
      'Jumlah screener dan daftar pantau dalam paket Anda sudah penuh. Hapus salah satu, atau naikkan paket.',
    ],
    alert_limit_reached: [
      'The account has all the alerts, or all the briefs by e-mail, that its plan allows. Delete one, or upgrade the plan.',
      'Jumlah peringatan, atau ringkasan lewat e-mail, dalam paket Anda sudah penuh. Hapus salah satu, atau naikkan paket.',
    ],
    email_taken: [
      'This e-mail address already belongs to another person or account.',
      'Alamat e-mail ini sudah dipakai pengguna atau akun lain.',
    ],
    sign_in_refused: [
      'This link was already used, or is older than 24 hours. Send a new one.',
      'Tautan ini sudah dipakai atau lebih dari 24 jam. Kirim tautan baru.',
    ],
    deletion_refused: [
      'Agree that open orders are cancelled and the credit is given up.',
      'Setujui bahwa pesanan terbuka dibatalkan dan saldo direlakan.',
    ],
    last_owner: [
      'An account needs an owner. First make another person an owner.',
      'Akun harus punya pemilik. Jadikan orang lain pemilik lebih dahulu.',
    ],
    too_many_invitations: [
      'The account has the maximum number of open invitations. Withdraw one first.',
      'Jumlah undangan yang masih berlaku sudah penuh. Tarik salah satu lebih dahulu.',
    ],
    unknown_person: ['This person does not belong to the account.', 'Orang ini tidak termasuk dalam akun.'],
    quota_exceeded: [
      'All units are used. Wait until the quota resets, or upgrade the plan.',
      REFUSALS.quota_exceeded,
    ],
    quota_insufficient: [
      'The request costs more units than remain. Ask for fewer days or stocks, or upgrade the plan.',
      REFUSALS.quota_insufficient,
    ],
    key_units_exceeded: [
      'The key has used the units of its limit. Raise the limit on the page Keys, or use another key.',
      REFUSALS.key_units_exceeded,
    ],
    rate_limited: [
      'Too many requests in one minute. Wait a minute, then load the page again.',
      REFUSALS.rate_limited,
    ],
    account_suspended: ['The account is suspended. Ask the operator why.', REFUSALS.account_suspended],
    answer_too_large: ['The answer is too large. Choose fewer days.', REFUSALS.answer_too_large],
    overloaded: ['The server is busy. Load the page again in a moment.', REFUSALS.overloaded],
    invalid_request: [
      'A value is not valid. Correct it and send the form again.',
      'Ada isian yang tidak sah. Perbaiki, lalu kirim lagi.',
    ],
  } as Readonly<Record<string, Translated>>,
  /** What is wrong with a field, by its name. */
  problems: {
    name: [
      'Enter a name of 1 to 64 characters, without line breaks.',
      'Isi nama dengan 1 sampai 64 karakter tanpa baris baru.',
    ],
    tickers: [
      'Enter at most 200 tickers such as BBCA. A watchlist needs a ticker or a broker.',
      'Isi paling banyak 200 kode saham seperti BBCA. Daftar pantau memerlukan kode saham atau kode broker.',
    ],
    ticker: [
      'Enter a ticker of 1 to 12 letters, digits or dashes, such as BBCA. A watchlist has at most 200.',
      'Isi kode saham dengan 1 sampai 12 huruf, angka, atau tanda hubung, misalnya BBCA. Daftar pantau memuat paling banyak 200.',
    ],
    broker: [
      'Enter a broker code of 2 letters or digits, such as AK.',
      'Isi kode broker dengan 2 huruf atau angka, misalnya AK.',
    ],
    brokers: ['Enter at most 100 broker codes such as AK.', 'Isi paling banyak 100 kode broker seperti AK.'],
    chat: [
      'Enter the id of a chat, such as 123456789, or a channel, such as @channel.',
      'Isi id obrolan, misalnya 123456789, atau saluran, misalnya @channel.',
    ],
    telegram_code: [
      'Enter the code of this chat. A code expires after one to two hours.',
      'Isi kode dari obrolan ini. Kode berlaku satu sampai dua jam.',
    ],
    screen_json: ['Enter a screen as JSON.', 'Isi screener sebagai JSON.'],
    expires_on: [
      'Enter today or a later day, or leave the field empty.',
      'Isi tanggal hari ini atau sesudahnya, atau kosongkan.',
    ],
    allowed_ips: [
      'Enter IP addresses or CIDR blocks such as 198.51.100.7 or 2001:db8::/32, at most 20, separated by spaces.',
      'Isi alamat IP atau blok CIDR seperti 198.51.100.7 atau 2001:db8::/32, paling banyak 20, dipisahkan dengan spasi.',
    ],
    scopes: ['Choose at least one permission.', 'Pilih sedikitnya satu izin.'],
    request: [
      'Enter the path of a request for market data, such as /stocks/ohlcv?ticker=BBCA&last_days=20.',
      'Isi path permintaan data pasar, seperti /stocks/ohlcv?ticker=BBCA&last_days=20.',
    ],
    last_days: [
      'Enter a number from 1 to 230, or leave the field empty.',
      'Isi angka dari 1 sampai 230, atau kosongkan.',
    ],
    max_units: ['Enter a number from 1 to 1,000,000,000.', 'Isi angka dari 1 sampai 1.000.000.000.'],
    url: [
      'Enter an https address with a public host name, without a user name or password.',
      'Isi alamat https dengan nama host publik, tanpa nama pengguna atau kata sandi.',
    ],
    events: ['Choose at least one event.', 'Pilih sedikitnya satu peristiwa.'],
    email: [
      'Enter an e-mail address, such as name@example.com.',
      'Isi alamat e-mail, misalnya nama@example.com.',
    ],
    email_known: ['This person already belongs to the account.', 'Orang ini sudah termasuk dalam akun.'],
    billing_name: [
      'Enter 1 to 100 characters, without line breaks.',
      'Isi 1 sampai 100 karakter tanpa baris baru.',
    ],
    address: [
      'Enter 1 to 200 characters in at most 6 lines.',
      'Isi 1 sampai 200 karakter, paling banyak 6 baris.',
    ],
    tax_id: [
      'Enter 15 or 16 digits, such as 01.234.567.8-901.000.',
      'Isi 15 atau 16 angka, seperti 01.234.567.8-901.000.',
    ],
    range: [
      'Enter a first day that is not after the last day, and at most 366 days.',
      'Isi hari pertama yang tidak melewati hari terakhir, paling lama 366 hari.',
    ],
    value_idr: [
      'Enter an amount in whole rupiah, such as 10000000000 or 10,000,000,000.',
      'Isi jumlah dalam rupiah bulat, seperti 10000000000 atau 10.000.000.000.',
    ],
  },
  /** Notices after a redirect, by `?done=`. */
  done: {
    key_renamed: ['The key has a new name.', 'Nama kunci sudah diganti.'],
    key_limited: ['The limit of the key was changed.', 'Batas kunci sudah diubah.'],
    key_revoked: [
      'The key is revoked. Requests with it are refused from now on.',
      'Kunci sudah dicabut. Mulai sekarang, permintaan dengan kunci ini ditolak.',
    ],
    details_saved: [
      'The billing details are saved. They appear on later invoices.',
      'Data penagihan sudah disimpan dan akan tercantum pada faktur berikutnya.',
    ],
    person_invited: [
      'The person is invited for 14 days, but no e-mail was sent. Tell the person to sign in with this e-mail address. If this server sends no e-mail, ask its operator for a link for the person.',
      'Undangan berlaku 14 hari, tetapi tidak ada e-mail yang terkirim. Minta orang tersebut masuk dengan alamat e-mail ini. Jika server ini tidak mengirim e-mail, minta tautan untuknya kepada pengelola.',
    ],
    person_invited_by_mail: [
      'The person got an e-mail with a link. The link signs in once, within 24 hours; the invitation is open for 14 days.',
      'Orang tersebut menerima e-mail berisi tautan untuk masuk satu kali dalam 24 jam. Undangan berlaku selama 14 hari.',
    ],
    person_uninvited: ['The invitation is withdrawn.', 'Undangan sudah ditarik.'],
    role_changed: ['The role is changed.', 'Peran sudah diubah.'],
    person_removed: [
      'The person no longer belongs to the account.',
      'Orang tersebut tidak lagi termasuk dalam akun.',
    ],
    webhook_deleted: [
      'The webhook and its delivery log are deleted.',
      'Webhook dan catatan pengirimannya sudah dihapus.',
    ],
    test_sent: [
      'A test event was queued. The delivery log shows the result in a few seconds.',
      'Peristiwa uji sedang dikirim. Hasilnya muncul di catatan pengiriman dalam beberapa detik.',
    ],
    sent_again: [
      'The delivery is sent again. The delivery log shows the result in a few seconds.',
      'Kiriman sedang dikirim lagi. Hasilnya muncul di catatan pengiriman dalam beberapa detik.',
    ],
    saved: ['The changes are saved.', 'Perubahan disimpan.'],
    saved_deleted: ['The screen or watchlist is deleted.', 'Screener atau daftar pantau sudah dihapus.'],
    alert_created: [
      'The alert is created. It sends nothing about the stocks that fulfil it now.',
      'Peringatan dibuat. Saham yang sudah memenuhinya sekarang tidak diberitahukan.',
    ],
    alert_tested: [
      'A test will be sent. There is at most one in a minute.',
      'Pesan tes akan dikirim, paling banyak satu kali per menit.',
    ],
    alert_deleted: ['The alert is deleted.', 'Peringatan dihapus.'],
    snapshot_withdrawn: [
      'The picture is withdrawn. Its page no longer shows it.',
      'Gambar dicabut. Halamannya tidak lagi menampilkannya.',
    ],
    feed_replaced: [
      'The feed has a new address. The earlier one does not work any more.',
      'Feed mendapat alamat baru. Alamat sebelumnya tidak berlaku lagi.',
    ],
    notices_saved: ['The settings are saved.', 'Pengaturan sudah disimpan.'],
    brief_subscribed: [
      'You get this brief by e-mail, beginning with the next publication.',
      'Anda menerima ringkasan ini lewat e-mail, mulai dari penerbitan berikutnya.',
    ],
    brief_stopped: [
      'You no longer get this brief by e-mail.',
      'Anda tidak lagi menerima ringkasan ini lewat e-mail.',
    ],
    account_switched: ['You see another account now.', 'Sekarang Anda melihat akun lain.'],
    address_link_sent: [
      'If the address is yours, open the link in the e-mail within 24 hours, in this browser.',
      'Jika alamat itu milik Anda, buka tautan di e-mail dalam 24 jam, di browser ini.',
    ],
    address_changed: [
      'Your e-mail address was changed. Sign in with the new one from now on.',
      'Alamat e-mail Anda sudah diganti. Mulai sekarang, masuklah dengan alamat baru.',
    ],
    ordered: [
      'The order is placed. Its price is locked for 24 hours.',
      'Pesanan sudah dibuat. Harganya terkunci selama 24 jam.',
    ],
    order_applied: [
      'The order is paid, and the plan is in force.',
      'Pesanan sudah lunas dan paket sudah berlaku.',
    ],
    order_cancelled: [
      'The order is cancelled. Do not pay it.',
      'Pesanan dibatalkan dan tidak perlu dibayar.',
    ],
  } as Readonly<Record<string, Translated>>,

  usage: USAGE,

  keys: KEYS,

  billing: BILLING,

  people: {
    caption: [
      'People who can sign in to this account. Days in Jakarta',
      'Orang yang dapat masuk ke akun ini. Tanggal di Jakarta',
    ],
    email: ['E-mail', 'E-mail'],
    role: ['Role', 'Peran'],
    roles: {
      owner: ['owner', 'pemilik'],
      member: ['member', 'anggota'],
    },
    role_hints: {
      owner: ['manages keys, orders, webhooks and people', 'mengelola kunci, pesanan, webhook, dan pengguna'],
      member: ['sees everything and reads data', 'melihat semuanya dan membaca data'],
    },
    since: ['Since', 'Sejak'],
    you: ['you', 'Anda'],
    make_owner: ['Make owner', 'Jadikan pemilik'],
    make_member: ['Make member', 'Jadikan anggota'],
    remove: ['Remove', 'Keluarkan'],
    leave: ['Leave', 'Keluar dari akun'],
    invite_title: ['Invite a person', 'Undang seseorang'],
    invite_about: ['by e-mail address', 'lewat alamat e-mail'],
    invite: ['Invite', 'Undang'],
    invited_caption: ['Open invitations. Days in Jakarta', 'Undangan yang masih berlaku. Tanggal di Jakarta'],
    open_until: ['Open until', 'Berlaku sampai'],
    withdraw: ['Withdraw', 'Tarik'],
    invited_link: (url: string) => [
      `Tell the person to sign in with this e-mail address at ${url}.`,
      `Minta orang tersebut masuk dengan alamat e-mail ini di ${url}.`,
    ],
    nobody: ['Nobody has signed in with an e-mail address yet', 'Belum ada yang masuk dengan alamat e-mail'],
    nobody_advice: [
      'The owner is the person who signs in with the e-mail address of the account.',
      'Pemiliknya adalah orang yang masuk dengan alamat e-mail akun ini.',
    ],
    remove_title: (email: string) => [`Remove ${email}`, `Keluarkan ${email}`],
    remove_effect: [
      'The person can no longer see this account. The keys that the person created stay valid.',
      'Orang ini tidak dapat lagi melihat akun. Kunci yang dibuatnya tetap berlaku.',
    ],
    remove_submit: ['Remove the person', 'Keluarkan orang ini'],
    leave_title: ['Leave the account', 'Keluar dari akun'],
    leave_effect: [
      'You can no longer see this account, until an owner invites you again.',
      'Anda tidak dapat lagi melihat akun ini, kecuali jika pemilik mengundang Anda lagi.',
    ],
    leave_submit: ['Leave the account', 'Keluar dari akun ini'],
    accounts: ['Your accounts', 'Akun Anda'],
    accounts_caption: ['Accounts that you belong to', 'Akun yang Anda ikuti'],
    account: ['Account', 'Akun'],
    current: ['shown now', 'sedang dilihat'],
    switch: ['Switch', 'Pindah'],
    session: ['Session', 'Sesi'],
    session_person: (email: string) => [`You are signed in as ${email}.`, `Anda masuk sebagai ${email}.`],
    session_key: ['You are signed in with a key.', 'Anda masuk dengan kunci.'],
    everywhere_advice: [
      'If you signed in on a device that you no longer use or trust, end all sessions.',
      'Jika Anda pernah masuk di perangkat yang tidak lagi Anda pakai atau percayai, akhiri semua sesi.',
    ],
    everywhere: ['Sign out everywhere', 'Keluar dari semua perangkat'],
  },

  data: {
    title: ['E-mail address, copy and deletion', 'Alamat e-mail, salinan data, dan penghapusan'],
    people_only: [
      'You are signed in with a key. To do this, sign in with your e-mail address.',
      'Anda masuk dengan kunci. Untuk ini, masuklah dengan alamat e-mail.',
    ],
    email_title: ['Your e-mail address', 'Alamat e-mail Anda'],
    email_about: (email: string) => [`You sign in with ${email}.`, `Anda masuk dengan ${email}.`],
    no_mail: [
      'This server sends no links by e-mail. Ask the operator to change your address.',
      'Server ini tidak mengirim tautan lewat e-mail. Minta pengelola mengganti alamat Anda.',
    ],
    new_email: ['New e-mail address', 'Alamat e-mail baru'],
    send_link: ['Send a link to the new address', 'Kirim tautan ke alamat baru'],
    not_sent: [
      'No e-mail could be sent to this address. Try again tomorrow.',
      'E-mail tidak dapat dikirim ke alamat ini. Coba lagi besok.',
    ],
    confirm: ['Change the address', 'Ganti alamat'],
    confirm_effect: (old: string, email: string) => [
      `You will sign in with ${email} instead of ${old}. If your account has the old address, its invoices and notices go to the new one too.`,
      `Anda akan masuk dengan ${email}, bukan lagi ${old}. Jika akun Anda memakai alamat lama, faktur dan pemberitahuannya juga dikirim ke alamat baru.`,
    ],
    copy_title: ['Copy of your data', 'Salinan data Anda'],
    copy_about: [
      'everything that Alir stores about this account, without secrets',
      'semua yang disimpan Alir tentang akun ini, tanpa rahasia',
    ],
    download: ['Download (JSON)', 'Unduh (JSON)'],
    delete_title: ['Delete the account', 'Hapus akun'],
    delete_effect: (keys: string, people: string, invoices: string) => [
      `Revokes all keys (${keys}), removes all people (${people}), and deletes names, addresses, webhooks and watchlists. The rest of the paid period is not refunded. Records of money and usage stay, with ${invoices} invoices. This cannot be undone.`,
      `Semua kunci dicabut (${keys}), semua pengguna dikeluarkan (${people}), dan nama, alamat, webhook, serta daftar pantau dihapus. Sisa masa paket tidak dikembalikan. Catatan uang dan pemakaian tetap ada, dengan ${invoices} faktur. Tindakan ini tidak dapat dibatalkan.`,
    ],
    forfeit: (orders: string, credit: string) => [
      `Cancel open orders (${orders}), and give up the credit of ${credit}`,
      `Batalkan pesanan terbuka (${orders}), dan relakan saldo ${credit}`,
    ],
    unsettled: [
      'The operator still has to decide about a payment of this account, or the account owes money. Ask the operator to settle it first.',
      'Pengelola masih harus memutuskan pembayaran akun ini, atau akun masih punya utang. Minta pengelola menyelesaikannya lebih dahulu.',
    ],
    deleted: ['The account is deleted', 'Akun sudah dihapus'],
    deleted_text: [
      'Its keys no longer work. Only its invoices and its records of money and use are kept.',
      'Kuncinya tidak berlaku lagi. Yang disimpan hanya faktur serta catatan uang dan pemakaiannya.',
    ],
    type_email: ['Type the e-mail address of the account', 'Ketik alamat e-mail akun ini'],
    mismatch: ['This is not the e-mail address of the account.', 'Ini bukan alamat e-mail akun ini.'],
  },

  saved: SAVED,

  webhooks: WEBHOOKS,

  mcp: {
    remark: ['market data for AI agents such as Claude', 'data pasar untuk agen AI seperti Claude'],
    what: [
      'Agents such as Claude read the data through the Model Context Protocol, with the same tools and costs as the API. Their requests are charged to your MCP key, which can only read data.',
      'Agen seperti Claude membaca data lewat Model Context Protocol, dengan alat dan biaya yang sama seperti API. Permintaannya dibebankan ke kunci MCP Anda, yang hanya dapat membaca data.',
    ],
    address: ['Address', 'Alamat'],
    key: ['MCP key', 'Kunci MCP'],
    no_key: ['none', 'tidak ada'],
    lost: [
      'You do not have the key any more? Replace it: the new key is shown once, filled into each configuration.',
      'Kuncinya sudah tidak ada pada Anda? Ganti kunci: kunci baru ditampilkan sekali dan langsung terisi di setiap konfigurasi.',
    ],
    replace: ['Replace the MCP key', 'Ganti kunci MCP'],
    replace_effect: [
      'A new MCP key is created and shown once. Agents need the new key before the old one stops working.',
      'Kunci MCP baru dibuat dan ditampilkan satu kali. Beri agen Anda kunci baru sebelum kunci lama berakhir.',
    ],
    replaced: [
      'This is the new MCP key. It is filled in below and cannot be shown again after you leave this page. Give it to your agents.',
      'Ini kunci MCP yang baru. Kunci sudah terisi di bawah dan tidak dapat ditampilkan lagi setelah Anda meninggalkan halaman ini. Berikan kunci ini kepada agen Anda.',
    ],
    setup: ['Set-up', 'Pemasangan'],
    setup_about: ['with your key in place of the placeholder', 'dengan kunci Anda sebagai pengganti contoh'],
    in_shell: ['Run this command in a terminal.', 'Jalankan perintah ini di terminal.'],
    in_file: (file: string) => [
      `Add this to ${file}, then restart the program.`,
      `Tambahkan ini ke ${file}, lalu mulai ulang programnya.`,
    ],
    in_vscode: (file: string) => [
      `Add this to ${file} of your project, or to the MCP settings of your user profile.`,
      `Tambahkan ini ke ${file} di proyek Anda, atau ke pengaturan MCP di profil pengguna Anda.`,
    ],
    desktop: [
      'Open Settings, Developer, Edit Config, add this to claude_desktop_config.json, then restart the program. It needs Node.js.',
      'Buka Settings, Developer, Edit Config, tambahkan ini ke claude_desktop_config.json, lalu mulai ulang programnya. Node.js diperlukan.',
    ],
    chatgpt: [
      'A connector of ChatGPT cannot send a fixed header, and this server accepts keys only in a header. From code, the Responses API of OpenAI can: use this as one of its tools.',
      'Konektor ChatGPT tidak dapat mengirim header tetap, sedangkan server ini hanya menerima kunci di header. Dari kode, Responses API milik OpenAI bisa: pakai ini sebagai salah satu tools.',
    ],
    other: ['Other clients', 'Klien lain'],
    other_advice: [
      'Any client that speaks Streamable HTTP and can send a header works: enter the address above and the header Authorization with the value Bearer and your key.',
      'Semua klien yang mendukung Streamable HTTP dan dapat mengirim header bisa dipakai: isi alamat di atas dan header Authorization dengan nilai Bearer diikuti kunci Anda.',
    ],
    try: [
      'Then ask, for example: “Who accumulated BBCA in January, and at which average price?”',
      'Lalu tanyakan, misalnya: “Siapa yang mengakumulasi BBCA pada bulan Januari, dan di harga rata-rata berapa?”',
    ],
  },
} satisfies Catalogue;
