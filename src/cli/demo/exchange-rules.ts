import type { IsoDate } from '../../core/dates.ts';
import { priceStep } from '../../core/market/price-step.ts';
import type { Random } from './random.ts';

/** Rounds a price to the tick size; at least 1 IDR. */
export function onTick(price: number): number {
  const tick = priceStep(price);
  return Math.max(1, Math.round(price / tick) * tick);
}

export interface Phase {
  readonly session: 1 | 2;
  readonly isAuction: boolean;
  /** Seconds since midnight, Jakarta time. */
  readonly start: number;
  readonly end: number;
  /** Its part of the day's orders. */
  readonly weight: number;
}

const at = (hours: number, minutes: number): number => (hours * 60 + minutes) * 60;

const OPENING: readonly Phase[] = [
  { session: 1, isAuction: true, start: at(8, 58), end: at(8, 59), weight: 3 },
  { session: 1, isAuction: false, start: at(9, 0), end: at(9, 30), weight: 22 },
];

const CLOSING: readonly Phase[] = [
  { session: 2, isAuction: false, start: at(15, 20), end: at(15, 50), weight: 12 },
  { session: 2, isAuction: true, start: at(16, 0), end: at(16, 2), weight: 3 },
  { session: 2, isAuction: true, start: at(16, 5), end: at(16, 15), weight: 1 },
];

const MONDAY_TO_THURSDAY: readonly Phase[] = [
  ...OPENING,
  { session: 1, isAuction: false, start: at(9, 30), end: at(12, 0), weight: 36 },
  { session: 2, isAuction: false, start: at(13, 30), end: at(15, 20), weight: 23 },
  ...CLOSING,
];

const FRIDAY: readonly Phase[] = [
  ...OPENING,
  { session: 1, isAuction: false, start: at(9, 30), end: at(11, 30), weight: 36 },
  { session: 2, isAuction: false, start: at(14, 0), end: at(15, 20), weight: 23 },
  ...CLOSING,
];

/** The phases of a trading day: two sessions, shorter on Fridays; most orders arrive at the opening and at the close. */
export function phasesOf(date: IsoDate): readonly Phase[] {
  return new Date(`${date}T00:00:00Z`).getUTCDay() === 5 ? FRIDAY : MONDAY_TO_THURSDAY;
}

/** A random time of a phase, as in the daily file. */
export function timeIn(phase: Phase, random: Random): number {
  return timeOf(phase.start + random.below(phase.end - phase.start));
}

/** A time as in the daily file: HHMMSS without the leading zero. @param second since midnight */
export function timeOf(second: number): number {
  return Math.floor(second / 3600) * 10_000 + (Math.floor(second / 60) % 60) * 100 + (second % 60);
}
