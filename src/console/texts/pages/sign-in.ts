import type { Catalogue } from '../../../core/catalogue.ts';

const BY_INVITATION = [
  'A new account needs an invitation to your address.',
  'Akun baru memerlukan undangan untuk alamat Anda.',
] as const;

export const SIGN_IN = {
  title: ['Sign in', 'Masuk'],
  by_email: ['With an e-mail address', 'Dengan alamat e-mail'],
  email: ['E-mail address', 'Alamat e-mail'],
  send_code: ['Send a code', 'Kirim kode'],
  signup: {
    open: [
      'The first sign-in with an address creates an account on the Free plan.',
      'Saat masuk pertama kali, alamat ini mendapat akun pada paket Gratis.',
    ],
    invite: BY_INVITATION,
    closed: BY_INVITATION,
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
    signed_out: ['You are signed out. Nothing was changed.', 'Anda sudah keluar. Tidak ada yang diubah.'],
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
} satisfies Catalogue;
