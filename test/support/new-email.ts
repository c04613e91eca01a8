let made = 0;

/** An address that no other account of the process has. */
export function newEmail(): string {
  made += 1;
  return `customer${made}@example.com`;
}
