import type { AdminServices } from '../../../api/endpoints/admin/admin-operation.ts';
import type { CalendarDay } from '../../../api/endpoints/market/market.ts';
import type { Failure } from '../../../api/http/monitoring/recent-failures.ts';
import type { DiskUse } from '../../../operations/doctor/disk-use.ts';
import type { Diagnosis } from '../../../operations/doctor/doctor.ts';
import type { Figures } from '../../../operations/doctor/doctor-figures.ts';
import type { Intake } from '../../../operations/intake.ts';

export interface OperatorServices extends AdminServices {
  readonly intake: Intake;
  /** The result of `alir doctor`; undefined while it is first computed. */
  readonly diagnose: () => Promise<Diagnosis | undefined>;
  readonly figures: () => Promise<Figures | undefined>;
  /** What the data folder takes on the disk; undefined while it is first measured. */
  readonly disk: () => Promise<DiskUse | undefined>;
  /** Every day of a range, with the state of its data. */
  readonly calendarDays: (from: string, to: string) => Promise<CalendarDay[]>;
  /** The recent responses with a status of 500 or above. */
  readonly failures: () => readonly Failure[];
}
