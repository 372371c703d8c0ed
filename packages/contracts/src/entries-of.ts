/** `storeMemory` as `store-memory`. */
export const kebabCase = (name: string) =>
  name.replaceAll('_', '-').replaceAll(/[A-Z]/gu, (letter) => `-${letter.toLowerCase()}`);

/** The keys of a table, which holds no others than its type says. */
export const keysOf = <Table extends object>(table: Table): (keyof Table & string)[] =>
  Object.keys(table) as (keyof Table & string)[];

/** The entries of such a table. */
export const entriesOf = <Key extends string, Value>(
  table: Readonly<Partial<Record<Key, Value>>>,
): [Key, Value][] => Object.entries(table) as [Key, Value][];
