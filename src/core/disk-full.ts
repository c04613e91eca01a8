/** Whether an error of Node, SQLite, DuckDB or Alir means that the disk is full. */
export function isDiskFull(error: unknown): boolean {
  const { code, message } = error as NodeJS.ErrnoException;
  return (
    code === 'ENOSPC' ||
    code === 'disk_full' ||
    code === 'SQLITE_FULL' ||
    /no space left on device/i.test(message ?? '')
  );
}
