import { InvalidArgumentError } from 'commander';
import { ipRange, MAX_IP_RANGES } from '../commerce/accounts/keys/ip-ranges.ts';
import { KEY_SCOPES, type KeyScope } from '../core/commerce-terms.ts';
import { instantOf, isIsoDate } from '../core/dates.ts';
import { tickerOf } from '../core/market/market.ts';

// Each parser throws InvalidArgumentError; commander prints its message after the name of the option.

export function date(text: string): string {
  if (!isIsoDate(text))
    throw new InvalidArgumentError('It must be a date as YYYY-MM-DD, such as 2026-01-30.');
  return text;
}

export function apiKey(text: string): string {
  if (text !== '-' && !/^\w+$/.test(text))
    throw new InvalidArgumentError('A key contains only letters, digits and _.');
  return text;
}

export function httpUrl(text: string): string {
  if (!/^https?:\/\/[^\s"'`$\\]+$/.test(text) || !URL.canParse(text)) {
    throw new InvalidArgumentError('It must be an http or https URL, such as https://api.example.com.');
  }
  return text;
}

export function ticker(text: string): string {
  const known = tickerOf(text);
  if (known === undefined) throw new InvalidArgumentError('It must be 1 to 12 letters, digits or dashes.');
  return known;
}

export function wholeNumber(text: string): number {
  if (!/^[1-9]\d{0,11}$/.test(text)) throw new InvalidArgumentError('It must be a whole number above 0.');
  return Number(text);
}

export function rupiah(text: string): number {
  if (!/^\d{1,10}$/.test(text))
    throw new InvalidArgumentError(
      'It must be a whole number of rupiah, without separators, such as 200000. The maximum is 9999999999.',
    );
  return Number(text);
}

export function month(text: string): string {
  if (!/^\d{4}-(0[1-9]|1[0-2])$/.test(text))
    throw new InvalidArgumentError('It must be a month as YYYY-MM, such as 2026-01.');
  return text;
}

export function percent(text: string): number {
  const number = Number(text);
  if (!/^\d{1,3}$/.test(text) || number > 100) throw new InvalidArgumentError('It must be from 0 to 100.');
  return number;
}

export function days(text: string): number {
  const number = wholeNumber(text);
  if (number > 3660) throw new InvalidArgumentError('It must be at most 3660.');
  return number;
}

/** A time in UTC, ISO-8601. */
export function instant(text: string): string {
  const time = instantOf(text);
  if (time) return time.toISOString();
  throw new InvalidArgumentError(
    'It must be a time in ISO 8601 with a time zone, such as 2026-12-31T23:59:59+07:00.',
  );
}

export function keyScopes(text: string): KeyScope[] {
  const scopes = text.split(',').map((each) => KEY_SCOPES.find((scope) => scope === each.trim()));
  if (!scopes.includes(undefined)) return scopes as KeyScope[];
  throw new InvalidArgumentError(
    `It must be one or more of ${KEY_SCOPES.join(', ')}, separated by commas, such as data,account.`,
  );
}

export function ipRanges(text: string): string[] {
  const ranges = text.split(',').map((each) => ipRange(each.trim()));
  if (ranges.length <= MAX_IP_RANGES && !ranges.includes(undefined)) return ranges as string[];
  throw new InvalidArgumentError(
    `It must be 1 to ${MAX_IP_RANGES} IP addresses or CIDR blocks, separated by commas, such as 198.51.100.7,2001:db8::/32.`,
  );
}

export function email(text: string): string {
  if (!/^[^\s@]+@[^\s@]+$/.test(text))
    throw new InvalidArgumentError('It must be an e-mail address, such as caller@example.com.');
  return text;
}
