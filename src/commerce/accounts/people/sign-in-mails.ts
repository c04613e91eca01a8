import type { Language } from '../../../core/commerce-terms.ts';
import { CODE_MINUTES, LINK_HOURS, type NewCode, type SentCode } from './sign-in.ts';

/** A plain-text message to one address. */
export interface SignInMail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

interface Texts {
  readonly code_subject: (code: string) => string;
  readonly code: (code: string) => string;
  readonly code_link: (link: string) => string;
  readonly long_code: (code: string) => string;
  readonly not_requested: string;
  readonly invitation_subject: string;
  readonly invitation: (link: string) => string;
  readonly later: (page: string) => string;
  readonly address_subject: string;
  readonly address: (link: string) => string;
  readonly address_changed_subject: string;
  readonly address_changed: (email: string) => string;
  readonly not_expected: string;
}

const TEXTS: Readonly<Record<Language, Texts>> = {
  en: {
    code_subject: (code) => `Alir: your sign-in code is ${code}`,
    code: (code) => `Your sign-in code is ${code}. It works once, within ${CODE_MINUTES} minutes.`,
    code_link: (link) => `Or open this page within an hour and press the button:\n${link}`,
    long_code: (code) => `Or enter this longer code within an hour:\n${code}`,
    not_requested: 'If you did not request a code, ignore this e-mail. Never give the code to anyone.',
    invitation_subject: 'Alir: you are invited to sign in',
    invitation: (link) =>
      `You are invited to Alir, market data of the Indonesia Stock Exchange. To sign in, open this page within ${LINK_HOURS} hours and press the button:\n${link}`,
    later: (page) => `After that time, request a sign-in code for this e-mail address: ${page}`,
    address_subject: 'Alir: confirm your new e-mail address',
    address: (link) =>
      `You asked to sign in to Alir with this e-mail address. Open this page within ${LINK_HOURS} hours in the browser where you are signed in, and press the button:\n${link}`,
    address_changed_subject: 'Alir: your e-mail address was changed',
    address_changed: (email) =>
      `You now sign in to Alir with ${email}. If you did not change the address, tell the operator at once.`,
    not_expected: 'If you do not know why you got this e-mail, ignore it.',
  },
  id: {
    code_subject: (code) => `Alir: kode masuk Anda ${code}`,
    code: (code) => `Kode masuk Anda adalah ${code}. Kode berlaku satu kali dalam ${CODE_MINUTES} menit.`,
    code_link: (link) => `Atau buka halaman ini dalam satu jam, lalu tekan tombolnya:\n${link}`,
    long_code: (code) => `Atau masukkan kode yang lebih panjang ini dalam satu jam:\n${code}`,
    not_requested:
      'Jika Anda tidak meminta kode, abaikan e-mail ini. Jangan berikan kode ini kepada siapa pun.',
    invitation_subject: 'Alir: Anda diundang untuk masuk',
    invitation: (link) =>
      `Anda diundang ke Alir, data pasar Bursa Efek Indonesia. Untuk masuk, buka halaman ini dalam ${LINK_HOURS} jam, lalu tekan tombolnya:\n${link}`,
    later: (page) => `Setelah waktu itu, minta kode masuk untuk alamat e-mail ini: ${page}`,
    address_subject: 'Alir: konfirmasi alamat e-mail baru',
    address: (link) =>
      `Anda meminta masuk ke Alir dengan alamat e-mail ini. Buka halaman ini dalam ${LINK_HOURS} jam di browser tempat Anda sudah masuk, lalu tekan tombolnya:\n${link}`,
    address_changed_subject: 'Alir: alamat e-mail Anda sudah diganti',
    address_changed: (email) =>
      `Sekarang Anda masuk ke Alir dengan ${email}. Jika bukan Anda yang menggantinya, segera beri tahu pengelola.`,
    not_expected: 'Jika Anda tidak tahu mengapa menerima e-mail ini, abaikan saja.',
  },
};

/** The page on which a person signs in with a code. @param origin such as `https://api.example.com` */
export function signInLink(origin: string, { email, code }: NewCode): string {
  return `${origin}/sign-in/link?${new URLSearchParams({ email, code })}`;
}

/**
 * The e-mail with a code that a person requested. Its second way to sign in lasts longer, and strangers cannot make it useless by wrong entries.
 * @param origin empty for an e-mail without a link: it contains the code of the link
 */
export function codeMail(language: Language, origin: string, made: Omit<SentCode, 'to'>): SignInMail {
  const texts = TEXTS[language];
  return {
    to: made.email,
    subject: texts.code_subject(made.code),
    text: body([
      texts.code(made.code),
      origin === ''
        ? texts.long_code(made.link_code)
        : texts.code_link(signInLink(origin, { ...made, code: made.link_code })),
      texts.not_requested,
    ]),
  };
}

/** The e-mail with a link that an operator made for a person. */
export function invitationMail(language: Language, origin: string, made: NewCode): SignInMail {
  const texts = TEXTS[language];
  return {
    to: made.email,
    subject: texts.invitation_subject,
    text: body([
      texts.invitation(signInLink(origin, made)),
      texts.later(`${origin}/sign-in`),
      texts.not_expected,
    ]),
  };
}

/** The e-mail with a link by which a person proves a new address. */
export function addressMail(language: Language, origin: string, made: NewCode): SignInMail {
  const texts = TEXTS[language];
  const link = `${origin}/account/data/email?${new URLSearchParams({ ...made })}`;
  return {
    to: made.email,
    subject: texts.address_subject,
    text: body([texts.address(link), texts.not_expected]),
  };
}

/** The e-mail to the old address of a person. */
export function addressChangedMail(language: Language, old: string, email: string): SignInMail {
  const texts = TEXTS[language];
  return { to: old, subject: texts.address_changed_subject, text: body([texts.address_changed(email)]) };
}

function body(paragraphs: readonly string[]): string {
  return `${paragraphs.join('\n\n')}\n`;
}
