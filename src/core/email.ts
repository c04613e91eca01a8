/** The most that an address in an e-mail can have: RFC 5321, 4.5.3.1.3, less the angle brackets. */
export const MAX_EMAIL_CHARACTERS = 254;
/** Characters that separate addresses in a header, such as a comma, are refused: a text is one address. */
const ADDRESS = /^[^\s@\p{Cc},;:<>()[\]\\"]+@[^\s@\p{Cc},;:<>()[\]\\"]+$/u;

/** Whether a text that a person entered can be one e-mail address. */
export function isEmailAddress(text: string): boolean {
  return text.length <= MAX_EMAIL_CHARACTERS && ADDRESS.test(text);
}
