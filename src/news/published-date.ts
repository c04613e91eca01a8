/** Month names in English and Indonesian, as feeds spell them. */
const MONTHS = [
  ['jan', 'january', 'januari'],
  ['feb', 'february', 'februari', 'peb', 'pebruari'],
  ['mar', 'march', 'maret'],
  ['apr', 'april'],
  ['may', 'mei'],
  ['jun', 'june', 'juni'],
  ['jul', 'july', 'juli'],
  ['aug', 'august', 'agustus', 'agu', 'ags', 'agt', 'agst', 'agust'],
  ['sep', 'sept', 'september'],
  ['oct', 'october', 'okt', 'oktober'],
  ['nov', 'november', 'nop', 'nopember'],
  ['dec', 'december', 'des', 'desember'],
].flatMap((names, month) => names.map((name) => [name, month + 1] as const));

const MONTH_NUMBERS: ReadonlyMap<string, number> = new Map(MONTHS);

/** UTC offset in hours of the zones of Indonesia and of RFC 822. */
const ZONE_HOURS: ReadonlyMap<string, number> = new Map([
  ['z', 0],
  ['ut', 0],
  ['utc', 0],
  ['gmt', 0],
  ['wib', 7],
  ['wita', 8],
  ['wit', 9],
  ['est', -5],
  ['edt', -4],
  ['cst', -6],
  ['cdt', -5],
  ['mst', -7],
  ['mdt', -6],
  ['pst', -8],
  ['pdt', -7],
]);

const WEEKDAY = String.raw`(?:[a-z'’]+(?:\.?, ?| ))?`;
const MONTH = String.raw`(?<month>[a-z]{3,9})\.?`;
const TIME = String.raw`(?:(?:[ t,|-]|pukul|jam)+(?<hour>\d{1,2})[:.](?<minute>\d{2})(?:[:.](?<second>\d{2})(?:[.,]\d+)?)?(?: ?(?<half>[ap])\.?m\.?)?)?`;
const ZONE = String.raw`(?: ?(?<zone>[a-z]{1,4}|(?:utc|gmt)?[+-]\d{1,2}(?::?\d{2})?)(?: ?(?:\([^)]*\)|wib|wita|wit))?)?`;

const FORMS = [
  String.raw`(?<year>\d{4})[-/](?<month>\d{1,2})[-/](?<day>\d{1,2})`,
  String.raw`${WEEKDAY}(?<day>\d{1,2})[ -]${MONTH}[ -](?<year>\d{4}|\d{2})`,
  String.raw`${WEEKDAY}${MONTH} (?<day>\d{1,2}),? (?<year>\d{4})`,
].map((date) => new RegExp(`^${date}${TIME}${ZONE}$`));

const MAX_LENGTH = 100;

/**
 * Parses a publication date: RFC 822 with zone names or offsets, ISO 8601, and both with Indonesian names.
 * @param time_zone IANA name; used for a date without a zone
 * @returns `YYYY-MM-DDTHH:MM:SSZ`, or null for an ambiguous or invalid date, such as 01/02/2025
 */
export function publishedDate(text: string, time_zone: string): string | null {
  const folded = text.slice(0, MAX_LENGTH).trim().toLowerCase().replace(/\s+/g, ' ');
  const parts = FORMS.map((form) => form.exec(folded)?.groups).find(Boolean);
  if (!parts) return null;
  const { year = '', month = '', day, hour = 0, minute = 0, second = 0, half, zone } = parts;
  const local_ms = utcTime([
    fullYear(year),
    MONTH_NUMBERS.get(month) ?? Number(month),
    Number(day),
    half === undefined ? Number(hour) : hourOfHalf(Number(hour), half),
    Number(minute),
    // A leap second becomes second 59.
    Number(second) === 60 ? 59 : Number(second),
  ]);
  if (local_ms === null) return null;
  const offset_ms = zone === undefined ? offsetAt(time_zone, local_ms) : offsetOf(zone);
  return offset_ms === null ? null : written(local_ms - offset_ms);
}

/** 12 am is midnight, 12 pm is noon. @returns NaN for an hour outside 1 to 12 */
function hourOfHalf(hour: number, half: string): number {
  if (hour < 1 || hour > 12) return Number.NaN;
  return (hour % 12) + (half === 'p' ? 12 : 0);
}

/** RFC 2822 section 4.3: two digits below 50 mean 20xx. */
function fullYear(digits: string): number {
  const year = Number(digits);
  if (digits.length === 4) return year;
  return year < 50 ? 2000 + year : 1900 + year;
}

/** @returns null for a date that does not exist, such as February 30 */
function utcTime(parts: [number, number, number, number, number, number]): number | null {
  const [year, month, day, hour, minute, second] = parts;
  const time = new Date(Date.UTC(year, month - 1, day, hour, minute, second));
  const isReal =
    time.getUTCFullYear() === year &&
    time.getUTCMonth() === month - 1 &&
    time.getUTCDate() === day &&
    time.getUTCHours() === hour &&
    time.getUTCMinutes() === minute &&
    time.getUTCSeconds() === second;
  return isReal ? time.getTime() : null;
}

/** @returns null for an unknown zone */
function offsetOf(zone: string): number | null {
  const numeric = /^(?:utc|gmt)?([+-])(\d{1,2}):?(\d{2})?$/.exec(zone);
  if (!numeric) {
    const hours = ZONE_HOURS.get(zone);
    return hours === undefined ? null : hours * 3_600_000;
  }
  const [, sign, hours, minutes = 0] = numeric;
  const offset = Number(hours) * 60 + Number(minutes);
  if (offset > 14 * 60 || Number(minutes) > 59) return null;
  return (sign === '-' ? -offset : offset) * 60_000;
}

/** UTC offset of a zone at a local time, in ms. */
function offsetAt(time_zone: string, local_ms: number): number {
  const first = clockOf(time_zone, local_ms) - local_ms;
  return clockOf(time_zone, local_ms - first) - (local_ms - first);
}

const clocks = new Map<string, Intl.DateTimeFormat>();

/** Local time of a zone, as the epoch ms that would show the same in UTC. */
function clockOf(time_zone: string, time_ms: number): number {
  let clock = clocks.get(time_zone);
  if (!clock) {
    clock = new Intl.DateTimeFormat('sv-SE', {
      timeZone: time_zone,
      dateStyle: 'short',
      timeStyle: 'medium',
    });
    clocks.set(time_zone, clock);
  }
  return Date.parse(`${clock.format(time_ms).replace(' ', 'T')}Z`);
}

function written(time_ms: number): string | null {
  const text = new Date(time_ms).toISOString();
  return /^(19[7-9]\d|20\d\d)-/.test(text) ? `${text.slice(0, 19)}Z` : null;
}
