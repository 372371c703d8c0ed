import { printable, printableLine } from '@memory/text/printable';

/** JSON for programs, lines of `name: value` for people. */
export function print(value: object, json = false): void {
  if (json) return console.log(printable(JSON.stringify(value)));
  for (const [name, field] of Object.entries(value))
    console.log(
      printable(
        `${name}: ${typeof field === 'object' && !Array.isArray(field) ? JSON.stringify(field) : String(field)}`,
      ),
    );
}

/** Rows in columns, below the names of their fields. */
export function printTable(rows: readonly object[]): void {
  const names = Object.keys(rows[0] ?? {});
  const cells = rows.map((row) =>
    Object.values(row).map((held: unknown) => printableLine(held === null ? '-' : String(held))),
  );
  const lines = [names, ...cells];
  const widths = names.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)));
  for (const line of lines)
    console.log(
      printable(
        line
          .map((cell, column) => cell.padEnd(widths[column] ?? 0))
          .join('  ')
          .trimEnd(),
      ),
    );
}
