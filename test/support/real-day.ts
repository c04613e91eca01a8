import { existsSync } from 'node:fs';

/** A real trading day of BRMS, which is not ours to publish: it is beside the project where there is one. */
export const REAL_DAY_FILE = new URL('../../../shared/data/dt/DT260119.csv.gz', import.meta.url);
export const HAS_REAL_DAY = existsSync(REAL_DAY_FILE);
