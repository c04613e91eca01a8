/** `1 day`, `2 days`, `1,500 days`. */
export function counted(number: number, noun: string): string {
  return `${digits(number)} ${noun}${number === 1 ? '' : 's'}`;
}

/** The first use of a locale takes 17 ms, a tenth of a short command. Most numbers need no separators. */
function digits(number: number): string {
  return Number.isInteger(number) && Math.abs(number) < 1000 ? String(number) : number.toLocaleString('en');
}
