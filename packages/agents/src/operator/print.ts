import { printable } from '@memory/text/printable';
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
