import { expect, test } from 'vitest';
import { publishedDate } from '../../src/news/published-date.ts';
import fc from '../support/properties.ts';

test.each([
  // RFC 822, with offsets and with names
  ['Mon, 01 Sep 2025 11:29:27 +0700', '2025-09-01T04:29:27Z'],
  ['Mon, 1 Sep 2025 11:29 +07:00', '2025-09-01T04:29:00Z'],
  ['01 Sep 2025 11:29:27 GMT', '2025-09-01T11:29:27Z'],
  ['Mon, 01 Sep 2025 11:29:27 Z', '2025-09-01T11:29:27Z'],
  ['Mon, 01 Sep 2025 11:29:27 UT', '2025-09-01T11:29:27Z'],
  ['Mon, 01 Sep 2025 11:29:27 EST', '2025-09-01T16:29:27Z'],
  ['Mon, 01 Sep 2025 11:29:27 PDT', '2025-09-01T18:29:27Z'],
  ['Mon, 01 Sep 25 11:29:27 GMT', '2025-09-01T11:29:27Z'],
  ['Wed, 01 Sep 49 11:29:27 GMT', '2049-09-01T11:29:27Z'],
  ['Wed, 01 Sep 99 11:29:27 GMT', '1999-09-01T11:29:27Z'],
  ['Mon, 01 Sep 2025 11:29:27 +1400', '2025-08-31T21:29:27Z'],
  ['Mon, 01 Sep 2025 11:29:27 GMT+0700', '2025-09-01T04:29:27Z'],
  ['Mon, 01 Sep 2025 11:29:27 UTC+7', '2025-09-01T04:29:27Z'],
  ['Mon, 01 Sep 2025 11:29:27 -0330', '2025-09-01T14:59:27Z'],
  ['Mon, 01 Sep 2025 11:29:27 +0700 (WIB)', '2025-09-01T04:29:27Z'],
  ['  Mon,  01 Sep\n2025 11:29:27\t+0700 ', '2025-09-01T04:29:27Z'],
  ['Sat, 31 Dec 2016 23:59:60 GMT', '2016-12-31T23:59:59Z'],
  // ISO 8601
  ['2025-09-26T10:17:15Z', '2025-09-26T10:17:15Z'],
  ['2025-09-26T10:17:15.123+07:00', '2025-09-26T03:17:15Z'],
  ['2025-09-26T10:17+0700', '2025-09-26T03:17:00Z'],
  ['2025-09-26T23:17:15-05:00', '2025-09-27T04:17:15Z'],
  ['2024-02-29T00:00:00+07:00', '2024-02-28T17:00:00Z'],
  // without a zone: that of the source
  ['2025-09-26 10:17:15', '2025-09-26T03:17:15Z'],
  ['2025-09-26', '2025-09-25T17:00:00Z'],
  ['2025/09/26 10:17', '2025-09-26T03:17:00Z'],
  ['26 Sep 2025 10:17', '2025-09-26T03:17:00Z'],
  ['Fri,26 Sep 2025 10:17:15 +0700', '2025-09-26T03:17:15Z'],
  ['Fri, 26 Sep 2025 10:17:15 +0700 WIB', '2025-09-26T03:17:15Z'],
  ['Sep 26, 2025 04:17 PM GMT', '2025-09-26T16:17:00Z'],
  ['Sep 26, 2025 12:17 a.m. GMT', '2025-09-26T00:17:00Z'],
  // as Indonesians write it
  ['Jumat, 26 Sep 2025 10:17 WIB (UTC+7)', '2025-09-26T03:17:00Z'],
  ['26 Agust 2025 10:17', '2025-08-26T03:17:00Z'],
  ['Senin, 01 September 2025 11:29 WIB', '2025-09-01T04:29:00Z'],
  ['Senin, 1 September 2025 | 11:29 WITA', '2025-09-01T03:29:00Z'],
  ['Senin, 1 September 2025 - 11.29 WIT', '2025-09-01T02:29:00Z'],
  ["Jum'at, 15 Agustus 2025 pukul 10.30 WIB", '2025-08-15T03:30:00Z'],
  ['Kamis 1 Mei 2025 07:00', '2025-05-01T00:00:00Z'],
  ['05 Okt 2025 07:00:01 WIB', '2025-10-05T00:00:01Z'],
  ['5 Des 2025 jam 07:00', '2025-12-05T00:00:00Z'],
  ['Minggu, 2 Nopember 2025 06:59:59 WIB', '2025-11-01T23:59:59Z'],
  ['2025-09-26 10:17:15 WIB', '2025-09-26T03:17:15Z'],
  ['September 26, 2025 10:17 WIB', '2025-09-26T03:17:00Z'],
])('%s', (text, expected) => {
  expect(publishedDate(text, 'Asia/Jakarta')).toBe(expected);
});

test.each([
  '',
  'yesterday',
  '1756700967',
  'Sun, 30 Feb 2025 10:00:00 GMT',
  '2025-02-29T10:00:00Z',
  '2025-13-01T10:00:00Z',
  'Mon, 01 Sep 2025 24:00:00 GMT',
  'Mon, 01 Sep 2025 10:60:00 GMT',
  'Mon, 01 Foo 2025 10:00:00 GMT',
  'Mon, 01 Sep 2025 10:00:00 XYZ',
  'Mon, 01 Sep 2025 10:00:00 +9900',
  'Mon, 01 Sep 2025 13:00 PM',
  'Mon, 01 Sep 2025 00:30 AM',
  'Thu, 01 Sep 50 11:29:27 GMT',
  'Mon, 01 Sep 2025 10:17:00 +1401',
  'Mon, 01 Sep 2025 10:17:99 GMT',
  'Mon, 01 Sep 2025 10:17:00 +0799',
  '9999-12-31T00:00:00Z',
  '0001-01-01T00:00:00Z',
  '01/02/2025 10:00',
  '2025-09-26T10:17:15Z and more',
])('an ambiguous date is null: %j', (text) => {
  expect(publishedDate(text, 'Asia/Jakarta')).toBeNull();
});

test('every name of a month and of a zone is known', () => {
  const months = [
    ...['jan january januari', 'feb february februari peb pebruari', 'mar march maret', 'apr april'],
    ...['may mei', 'jun june juni', 'jul july juli', 'aug august agustus agu ags agt agst agust'],
    ...[
      'sep sept september',
      'oct october okt oktober',
      'nov november nop nopember',
      'dec december des desember',
    ],
  ];
  const read = months.map((names) => names.split(' ').map((name) => publishedDate(`1 ${name} 2025`, 'UTC')));
  const firsts = read.map(([first]) => first);
  expect(firsts.map((date) => date?.slice(5, 7))).toEqual([
    ...['01', '02', '03', '04', '05', '06', '07', '08', '09', '10', '11', '12'],
  ]);
  expect(read).toEqual(months.map((names, place) => names.split(' ').map(() => firsts[place])));
  const hours = 'z ut utc gmt wib wita wit est edt cst cdt mst mdt pst pdt'
    .split(' ')
    .map((zone) => publishedDate(`1 Sep 2025 11:00 ${zone}`, 'UTC')?.slice(11, 13));
  expect(hours.join(' ')).toBe('11 11 11 11 04 03 02 16 15 17 16 18 17 19 18');
});

test('a zone with summer time is right on both sides of the change', () => {
  expect(publishedDate('2025-07-01 12:00:00', 'Europe/Berlin')).toBe('2025-07-01T10:00:00Z');
  expect(publishedDate('2025-01-01 12:00:00', 'Europe/Berlin')).toBe('2025-01-01T11:00:00Z');
  expect(publishedDate('2025-03-30 03:30:00', 'Europe/Berlin')).toBe('2025-03-30T01:30:00Z');
});

test('any time in any form is read back, and any other text is null', () => {
  const times = fc.date({ min: new Date('1970-01-01'), max: new Date('2099-12-31'), noInvalidDate: true });
  fc.assert(
    fc.property(times, (time) => {
      const expected = `${time.toISOString().slice(0, 19)}Z`;
      expect(publishedDate(time.toUTCString(), 'Asia/Jakarta')).toBe(expected);
      expect(publishedDate(time.toISOString(), 'Asia/Jakarta')).toBe(expected);
    }),
  );
  fc.assert(
    fc.property(fc.string(), (text) => {
      expect(publishedDate(text, 'UTC') ?? '2025-01-01T00:00:00Z').toMatch(
        /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/,
      );
    }),
  );
});
