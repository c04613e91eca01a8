// Loaded before the compiled alir: its clock is ahead of the others by ALIR_TEST_CLOCK_AHEAD_MS.
const RealDate = Date;
const ahead_ms = Number(process.env.ALIR_TEST_CLOCK_AHEAD_MS);

globalThis.Date = class ShiftedDate extends RealDate {
  constructor(...args) {
    if (args.length === 0) super(RealDate.now() + ahead_ms);
    else super(...args);
  }
  static now() {
    return RealDate.now() + ahead_ms;
  }
};
