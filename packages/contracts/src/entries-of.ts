/** `storeMemory` as `store-memory`. */
export const kebabCase = (name: string) =>
  name.replaceAll('_', '-').replaceAll(/[A-Z]/gu, (letter) => `-${letter.toLowerCase()}`);

export const keysOf = <Table extends object>(table: Table): (keyof Table & string)[] =>
  Object.keys(table) as (keyof Table & string)[];

export const entriesOf = <Key extends string, Value>(
  table: Readonly<Partial<Record<Key, Value>>>,
): [Key, Value][] => Object.entries(table) as [Key, Value][];
