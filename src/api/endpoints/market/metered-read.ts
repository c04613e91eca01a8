import { COSTS } from '../../../core/costs.ts';
import { READ_ERRORS } from '../../../market/serving/serving.ts';

/** The fields that all endpoints have which read published data and cost units. */
export function meteredRead<Name extends keyof typeof COSTS>(name: Name) {
  const units: (typeof COSTS)[Name]['units'] = COSTS[name].units;
  return { name, units, errors: READ_ERRORS, scope: 'data' } as const;
}
