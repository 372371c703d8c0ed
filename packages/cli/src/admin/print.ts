/** JSON for programs, lines of `name: value` for people. */
export function print(value: unknown, json = false): void {
  if (json) return console.log(JSON.stringify(value));
  for (const [name, field] of Object.entries(value as object)) console.log(`${name}: ${String(field)}`);
}
