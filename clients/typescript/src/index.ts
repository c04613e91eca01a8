export type { Methods } from './api.ts';
export { Alir, type AlirOptions } from './client.ts';
export {
  AlirError,
  AuthenticationError,
  ConnectionLostError,
  QuotaError,
  RateLimitError,
  RequestError,
  ServerError,
  TimedOutError,
} from './errors.ts';
export type { Plan, PlannedMethod, PlanParameters } from './plan.ts';
export type { ArrowOptions, CallOptions, EmptyReason, ErrorCode, Result, Schemas } from './types.ts';
