/** The headers that authenticate a request. Fields have the header names of Node. */
export interface Credentials {
  readonly authorization?: string | undefined;
}

export interface Sender {
  readonly headers: Credentials;
  /** Its address as text; behind a trusted proxy, the address that the proxy reports. */
  readonly ip: string;
}

/** True if a request has credentials, valid or not. A request without credentials is anonymous. */
export function hasCredentials({ authorization }: Credentials): boolean {
  return authorization !== undefined;
}
