/** `1 memory`, `2 memories`. */
export const countOf = (count: number, one: string, more: string): string =>
  `${count} ${count === 1 ? one : more}`;
