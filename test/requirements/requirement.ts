/** One behaviour of the service that can fail on its own. */
export interface Requirement {
  /** Where it is stated: a heading of the specification or a decision. test/unit/docs.test.ts opens it. */
  readonly section: `docs/${string}.md#${string}`;
  /** Behaviour that a caller or an operator sees, with exact names, defaults, limits and status. */
  readonly text: string;
}

type Sections = Record<Requirement['section'], Readonly<Record<string, string>>>;
type IdOf<S> = { [Section in keyof S]: keyof S[Section] }[keyof S] & string;

/** Requirements, each once, by the heading that states them. */
export function under<const S extends Sections>(sections: S): { readonly [Id in IdOf<S>]: Requirement } {
  const all = Object.entries(sections).flatMap(([section, texts]) =>
    Object.entries(texts).map(([id, text]) => [id, { section, text }] as const),
  );
  const table = Object.fromEntries(all);
  if (Object.keys(table).length < all.length) throw new Error('An id stands below two headings.');
  return table as { readonly [Id in IdOf<S>]: Requirement };
}
