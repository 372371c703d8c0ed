/** One behaviour of the service that can fail on its own. */
export interface Requirement {
  /** Where it is stated: a heading of the specification or a decision. test/unit/docs.test.ts opens it. */
  readonly section: `docs/${string}.md#${string}`;
  /** Behaviour that a caller or an operator sees, with exact names, defaults, limits and status. */
  readonly text: string;
}
