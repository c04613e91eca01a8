import { InvalidArgumentError } from 'commander';
import { isIsoDate } from '../core/dates.ts';
import { tickerOf } from '../core/market.ts';

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
      'It must be a whole number of rupiah, without separators, such as 200000.',
    );
  return Number(text);
}

export function days(text: string): number {
  const number = wholeNumber(text);
  if (number > 3660) throw new InvalidArgumentError('It must be at most 3660.');
  return number;
}

export function email(text: string): string {
  if (!/^[^\s@]+@[^\s@]+$/.test(text))
    throw new InvalidArgumentError('It must be an e-mail address, such as caller@example.com.');
  return text;
}
