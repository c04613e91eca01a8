/**
 * A character of a line that a person types. Control and format characters could hide or reorder text. The joiners U+200C and U+200D are
 * letters of names in Persian and in Indian scripts, and parts of emoji.
 */
const TYPED = String.raw`(?:[^\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]|[\u200C\u200D])`;
const VISIBLE = String.raw`(?=[^]*[^\s\u200C\u200D])`;

/** Matches an empty text, and a line of typed characters. */
export const TYPED_LINE = new RegExp(`^${TYPED}*$`, 'u');

/** Matches 1 to `max` typed characters in at most `lines` lines, some of them visible. */
export function typedText(max: number, lines = 1): RegExp {
  return new RegExp(`^(?=[^]{1,${max}}$)${VISIBLE}${TYPED}+(?:\\n${TYPED}+){0,${lines - 1}}$`, 'u');
}

/** `1 day`, `2 days`, `1,500 days`. */
export function counted(number: number, noun: string): string {
  return `${digits(number)} ${noun}${number === 1 ? '' : 's'}`;
}

/** The first use of a locale takes 17 ms, a tenth of a short command. Most numbers need no separators. */
function digits(number: number): string {
  return Number.isInteger(number) && Math.abs(number) < 1000 ? String(number) : number.toLocaleString('en');
}
