/** The parts of a request that prove who sent it, named as Node names the headers of a request. */
export interface Credentials {
  readonly authorization?: string | undefined;
}

/** Whether a request has credentials, valid or not. One without any is anonymous. */
export function hasCredentials({ authorization }: Credentials): boolean {
  return authorization !== undefined;
}
