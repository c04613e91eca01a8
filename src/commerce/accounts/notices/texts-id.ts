import { type EventData, inJakarta, type NoticeTexts } from './notice-catalogue.ts';

const number = (value: EventData[string] | undefined) => Number(value ?? 0).toLocaleString('id');

export const indonesian: NoticeTexts = {
  'day.published': ({ trade_date }) => [
    `data hari bursa ${trade_date} sudah terbit`,
    `Data hari bursa ${trade_date} sudah dapat diambil.`,
  ],
  'day.corrected': ({ trade_date, revision }) => [
    `data hari bursa ${trade_date} dikoreksi`,
    `Data hari bursa ${trade_date} diganti dengan revisi ${revision}. Jika Anda menyimpan hari ini, ambil kembali datanya.`,
  ],
  'quota.80': ({ units_used, units, plan, resets_at }) => [
    '80% unit Anda sudah terpakai',
    `Akun Anda sudah memakai ${number(units_used)} dari ${number(units)} unit paket ${plan}.`,
    `Unit diatur ulang pada ${inJakarta(resets_at)}. Jika semua unit terpakai, permintaan ditolak sampai waktu itu.`,
  ],
  'quota.100': ({ units, plan, resets_at }) => [
    'semua unit Anda sudah terpakai',
    `Akun Anda sudah memakai seluruh ${number(units)} unit paket ${plan}. Permintaan yang memerlukan unit ditolak.`,
    `Unit diatur ulang pada ${inJakarta(resets_at)}. Peningkatan paket langsung berlaku.`,
  ],
  'plan.ending': ({ plan, period_end, days }) => [
    `paket ${plan} Anda berakhir dalam ${days} hari`,
    `Paket ${plan} Anda berakhir pada ${inJakarta(period_end)}. Setelah itu, akun Anda memakai batas paket Free.`,
    'Untuk melanjutkan paket, pesan perpanjangan sebelum paket berakhir: POST /billing/orders.',
  ],
  'plan.ended': ({ plan, period_end }) => [
    `paket ${plan} Anda sudah berakhir`,
    `Paket ${plan} Anda berakhir pada ${inJakarta(period_end)}. Akun Anda sekarang memakai batas paket Free.`,
    'Untuk berlangganan lagi, buat pesanan: POST /billing/orders.',
  ],
  'payment.applied': ({ order_id, plan, paid_idr, period_end }) => [
    'pembayaran Anda sudah diterima',
    `Kami sudah menerima Rp${number(paid_idr)} untuk pesanan ${order_id}. Terima kasih.`,
    `Paket Anda: ${plan}${period_end === null ? '' : `, sampai ${inJakarta(period_end)}`}.`,
  ],
  'payment.needs_attention': ({ order_id, account_id, reason }) => [
    `pembayaran pesanan ${order_id} perlu diputuskan`,
    `Pesanan ${order_id} dari akun ${account_id}: ${reason}`,
    `Untuk melihatnya, jalankan: alir order show ${order_id}`,
  ],
  'key.created': ({ name, masked, scopes }) => [
    'sebuah kunci dibuat',
    `Kunci "${name}" (${masked}, cakupan: ${scopes}) dibuat untuk akun Anda.`,
    'Jika Anda tidak tahu siapa yang membuatnya, cabut kunci itu: DELETE /account/keys/{key_id}.',
  ],
  'webhook.disabled': ({ url, error }) => [
    'sebuah webhook dinonaktifkan',
    `Semua pengiriman ke ${url} gagal selama 3 hari, sehingga webhook dinonaktifkan. Kesalahan terakhir: ${error}.`,
    'Jika penerimanya sudah berfungsi, hapus webhook itu dan buat kembali: POST /account/webhooks.',
  ],
  'webhook.test': () => [
    'uji pemberitahuan Anda',
    'Ini adalah uji coba. Pemberitahuan lewat e-mail sampai ke alamat ini.',
  ],
  'telegram.code': ({ code }) => [
    `${code} adalah kode Telegram Anda`,
    'Untuk menerima pesan tentang peringatan di obrolan ini, kirim id obrolan dan kode ini: POST /account/notices. Jika Anda tidak memintanya, abaikan pesan ini.',
  ],
  alert: {
    changed: (day) => `peringatan Anda untuk ${day}`,
    corrected: (day) => `koreksi peringatan Anda untuk ${day}`,
    test: 'tes peringatan',
    bought: (broker, value_idr) => `pembelian bersih ${broker} lebih dari Rp${number(value_idr)}`,
    sold: (broker, value_idr) => `penjualan bersih ${broker} lebih dari Rp${number(value_idr)}`,
    since: (day) => `Sejak ${day}:`,
    correction: (day) => `Koreksi ${day}:`,
    entered: 'Masuk',
    left: 'Keluar',
    present: 'Anggota saat ini',
  },
  'brief.published': ({ date, is_correction, is_test, watchlist }) => {
    const kind = is_test ? 'tes ' : is_correction ? 'koreksi ' : '';
    return [`${kind}ringkasan pagi ${date}${watchlist ? `, ${watchlist.name}` : ''}`];
  },
  unsubscribe: 'Untuk menghentikan e-mail ini:',
  footer:
    'Untuk memilih e-mail yang dikirim, dan bahasanya, buka halaman "Webhook dan e-mail" di akun Anda, atau: POST /account/notices.',
};
