import { describe, expect, test } from 'vitest';
import { textsOf } from '../../src/console/texts/texts.ts';
import { CAUSES_EN, cause, causeKind, causeText, type FileCause } from '../../src/core/market/file-causes.ts';

const id = textsOf('id').causes;

/** The values of causes that have no figures. */
const WORDS: Partial<Record<FileCause['code'], string[]>> = {
  foreign_format: ['html'],
  no_investors: ['foreign'],
};

describe('a cause', () => {
  test.each<[FileCause, string, string]>([
    [
      cause('fewer_than_published', 12_072, 23_651, 1),
      'it has 12,072 trades, fewer than 98% of the 23,651 trades of the published revision 1',
      'ada 12.072 transaksi, kurang dari 98% dari 23.651 transaksi pada revisi 1 yang terbit',
    ],
    [
      cause('too_large', 4_000_000_000),
      'it unpacks to more than 4,000,000,000 bytes',
      'setelah dibuka, ukurannya lebih dari 4.000.000.000 byte',
    ],
    [
      cause('early_end', 40_618, 1),
      'the end is missing: its last regular trade is at 11:16:58, before the close of session 1',
      'bagian akhir tidak ada: transaksi reguler terakhir pukul 11.16.58, sebelum sesi 1 ditutup',
    ],
    [
      cause('unusual_average_trade', 0.1),
      'the value of its average trade is 1/10.0 of that of the neighbouring days: check that volumes are in shares and prices in IDR',
      'nilai rata-rata transaksinya 1/10,0 dari nilai pada hari-hari di sekitarnya: periksa apakah volume dalam saham dan harga dalam IDR',
    ],
  ])('has the same figures in both languages: %j', (each, english, indonesian) => {
    expect(causeText(each)).toBe(english);
    expect(causeText(each, id.of)).toBe(indonesian);
  });

  test('has a kind', () => {
    const codes = Object.keys(CAUSES_EN) as FileCause['code'][];
    const kinds = new Map<unknown, string>();
    for (const code of codes) {
      const kind = causeKind({ code, values: [] });
      kinds.set(kind, `${kinds.get(kind) ?? ''} ${code}`);
    }
    expect(Object.fromEntries(kinds)).toMatchInlineSnapshot(`
      {
        "amounts": " beyond_price_limits stock_volumes off_price_steps not_in_order broker_investors broker_share negotiated_share unusual_average_trade odd_lots",
        "cells": " too_valuable cell_trade_number cell_session cell_market cell_broker cell_investor cell_ticker cell_volume cell_price cell_date cell_order cell_time",
        "checksum": " companion_unreadable companion_sha256 companion_without_sha256 companion_size companion_older",
        "conflict": " trade_conflict",
        "correction": " old_revision fewer_than_published sides_swapped other_content other_average_trade not_compared large_correction corrected_tickers corrected_brokers corrected_markets corrected_brokers_of_tickers added_repeats corrected_prices other_order",
        "format": " no_date date_out_of_range too_large wrong_ending archive_members foreign_format no_trades column_missing column_repeated line_too_long line_carriage_return line_nul line_blank line_few_cells line_many_cells line_not_utf8 line_unreadable",
        "incomplete": " growing archive_damaged archive_trailing_data archive_checksum empty lines_lost line_cut",
        "missing_trades": " no_regular_trades late_start early_end few_trades few_minutes no_negotiated_trades no_investors trades_missing tickers_missing brokers_missing large_tickers_missing large_brokers_missing",
        "repeats": " repeats another_day",
        "unreadable": " not_a_file absent unreadable",
      }
    `);
  });

  test('has a place in its language', () => {
    const place = { line: 14_619, lines: 3, column: 'STK_PRIC', cell: '"x"' };
    expect(textsOf('en').causes.at(place, 'is wrong')).toBe(
      'line 14,619 and 2 other lines: STK_PRIC "x" is wrong',
    );
    expect(id.at(place, 'salah')).toBe('baris 14.619 dan 2 baris lain: STK_PRIC "x" salah');
  });

  test('has a kind, and texts of its own in Indonesian', () => {
    expect(Object.keys(id.of).toSorted()).toEqual(Object.keys(CAUSES_EN).toSorted());
    for (const code of Object.keys(CAUSES_EN) as FileCause['code'][]) {
      const values = WORDS[code] ?? [1, 2, 3];
      expect(Object.keys(textsOf('id').status.days.kinds)).toContain(causeKind({ code, values }));
      expect(causeText({ code, values }, id.of)).not.toBe(causeText({ code, values }));
    }
  });

  test.each(Object.keys(CAUSES_EN) as FileCause['code'][])(
    'has its figures in both languages: %s',
    (code) => {
      const values = WORDS[code] ?? [40_618, 7, 12_345, 9];
      const [english, indonesian] = [causeText({ code, values }), causeText({ code, values }, id.of)];
      expect(figuresIn(indonesian)).toEqual(figuresIn(english));
    },
  );
});

/** The figures of a text, without the signs that differ between languages. */
function figuresIn(text: string): string[] {
  return (text.match(/\d[\d.,:]*/g) ?? []).map((figure) => figure.replace(/\D/g, ''));
}
