import { hash, randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';

const PREFIX = 'alir_live_';
/** What the token of a link begins with. */
export const LINK_PREFIX = 'alir_link_';
export const OPERATOR_PREFIX = 'alir_operator_';
const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const SECRET_CHARACTERS = 32;
const CHECKSUM_CHARACTERS = 6;
const KEY = new RegExp(`^(\\w+_[0-9A-Za-z]{${SECRET_CHARACTERS}})([0-9A-Za-z]{${CHECKSUM_CHARACTERS}})$`);
/** Bytes from this value on would make some characters more likely than others. */
const UNBIASED_BYTES = 256 - (256 % ALPHABET.length);

/** A new key: the prefix, 32 random base62 characters (190 bits), and a 6-character checksum. */
export function newKey(prefix = PREFIX): string {
  let secret = '';
  while (secret.length < SECRET_CHARACTERS) {
    for (const byte of randomBytes(SECRET_CHARACTERS)) {
      if (byte < UNBIASED_BYTES && secret.length < SECRET_CHARACTERS)
        secret += ALPHABET[byte % ALPHABET.length];
    }
  }
  return `${prefix}${secret}${checksum(prefix + secret)}`;
}

/** True for a text in the format of newKey. Detects a mistyped key without reading the ledger. */
export function isKey(text: string, prefix = PREFIX): boolean {
  const [, body, sum] = KEY.exec(text) ?? [];
  return body?.startsWith(prefix) === true && sum === checksum(body);
}

/** The stored form of a key. A key has 190 random bits, so a plain hash cannot be brute-forced. */
export function keySha256(key: string): Buffer {
  return hash('sha256', key, 'buffer');
}

/** The displayable form of a key: its first and last 4 characters. */
export function maskedKey(key: string): string {
  return `${key.slice(0, 4)}...${key.slice(-4)}`;
}

/** CRC-32 in base62, most significant digit first. */
function checksum(text: string): string {
  let rest = crc32(text);
  let digits = '';
  for (let place = 0; place < CHECKSUM_CHARACTERS; place++) {
    digits = `${ALPHABET[rest % ALPHABET.length]}${digits}`;
    rest = Math.floor(rest / ALPHABET.length);
  }
  return digits;
}
