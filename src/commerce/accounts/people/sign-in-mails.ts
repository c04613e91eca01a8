import type { Language } from '../../../core/commerce-terms.ts';
import { CODE_MINUTES, LINK_HOURS, type NewCode, type SentCode } from './sign-in.ts';

/** A plain-text message to one address. */
export interface SignInMail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

/** The page on which a person signs in with a code. @param origin such as `https://api.example.com` */
export function signInLink(origin: string, { email, code }: NewCode): string {
  return `${origin}/sign-in/link?${new URLSearchParams({ email, code })}`;
}

/**
 * The e-mail with a code that a person requested. Its second way to sign in lasts longer, and strangers cannot make it useless by wrong entries.
 * @param origin empty for an e-mail without a link: it contains the code of the link
 */
export function codeMail(
  language: Language,
  origin: string,
  { email, code, link_code }: Omit<SentCode, 'to'>,
): SignInMail {
  const link = origin !== '' && signInLink(origin, { email, code: link_code });
  return mail(email, language, {
    en: [
      `Alir: your sign-in code is ${code}`,
      `Your sign-in code is ${code}. It works once, within ${CODE_MINUTES} minutes.`,
      link
        ? `Or open this page within an hour and press the button:\n${link}`
        : `Or enter this longer code within an hour:\n${link_code}`,
      'If you did not request a code, ignore this e-mail. Never give the code to anyone.',
    ],
    id: [
      `Alir: kode masuk Anda ${code}`,
      `Kode masuk Anda adalah ${code}. Kode berlaku satu kali dalam ${CODE_MINUTES} menit.`,
      link
        ? `Atau buka halaman ini dalam satu jam, lalu tekan tombolnya:\n${link}`
        : `Atau masukkan kode yang lebih panjang ini dalam satu jam:\n${link_code}`,
      'Jika Anda tidak meminta kode, abaikan e-mail ini. Jangan berikan kode ini kepada siapa pun.',
    ],
  });
}

/** The e-mail with a link that an operator made for a person. */
export function invitationMail(language: Language, origin: string, made: NewCode): SignInMail {
  const link = signInLink(origin, made);
  return mail(made.email, language, {
    en: [
      'Alir: you are invited to sign in',
      `You are invited to Alir, market data of the Indonesia Stock Exchange. To sign in, open this page within ${LINK_HOURS} hours and press the button:\n${link}`,
      `After that time, request a sign-in code for this e-mail address: ${origin}/sign-in`,
      NOT_EXPECTED.en,
    ],
    id: [
      'Alir: Anda diundang untuk masuk',
      `Anda diundang ke Alir, data pasar Bursa Efek Indonesia. Untuk masuk, buka halaman ini dalam ${LINK_HOURS} jam, lalu tekan tombolnya:\n${link}`,
      `Setelah waktu itu, minta kode masuk untuk alamat e-mail ini: ${origin}/sign-in`,
      NOT_EXPECTED.id,
    ],
  });
}

/** The e-mail with a link by which a person proves a new address. */
export function addressMail(language: Language, origin: string, made: NewCode): SignInMail {
  const link = `${origin}/account/data/email?${new URLSearchParams({ ...made })}`;
  return mail(made.email, language, {
    en: [
      'Alir: confirm your new e-mail address',
      `You asked to sign in to Alir with this e-mail address. Open this page within ${LINK_HOURS} hours in the browser where you are signed in, and press the button:\n${link}`,
      NOT_EXPECTED.en,
    ],
    id: [
      'Alir: konfirmasi alamat e-mail baru',
      `Anda meminta masuk ke Alir dengan alamat e-mail ini. Buka halaman ini dalam ${LINK_HOURS} jam di browser tempat Anda sudah masuk, lalu tekan tombolnya:\n${link}`,
      NOT_EXPECTED.id,
    ],
  });
}

/** The e-mail to the old address of a person. */
export function addressChangedMail(language: Language, old: string, email: string): SignInMail {
  return mail(old, language, {
    en: [
      'Alir: your e-mail address was changed',
      `You now sign in to Alir with ${email}. If you did not change the address, tell the operator at once.`,
    ],
    id: [
      'Alir: alamat e-mail Anda sudah diganti',
      `Sekarang Anda masuk ke Alir dengan ${email}. Jika bukan Anda yang menggantinya, segera beri tahu pengelola.`,
    ],
  });
}

const NOT_EXPECTED = {
  en: 'If you do not know why you got this e-mail, ignore it.',
  id: 'Jika Anda tidak tahu mengapa menerima e-mail ini, abaikan saja.',
};

function mail(
  to: string,
  language: Language,
  texts: Readonly<Record<Language, readonly [subject: string, ...paragraphs: string[]]>>,
): SignInMail {
  const [subject, ...paragraphs] = texts[language];
  return { to, subject, text: `${paragraphs.join('\n\n')}\n` };
}
