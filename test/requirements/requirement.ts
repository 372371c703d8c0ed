/** Parts of the work, in the order in which they land. */
export type Part = 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 | 10 | 11;

type SpecifiedSection =
  | 'Conventions'
  | 'What the service does'
  | `Resources / ${
      | 'Identifier forms'
      | 'Memory object'
      | 'Memory types'
      | 'Relationship object'
      | 'Relationship types'
      | 'Discovery heuristics'
      | 'Session object'
      | 'Graph node and edge'
      | 'Feedback'}`
  | 'States / Memory'
  | `Endpoints / ${'Memories' | 'Search' | 'Graph' | 'Relationships' | 'Sessions'}`
  | 'Tool interface'
  | 'Authentication'
  | 'Events'
  | 'Errors'
  | 'Versioning';

/** One behaviour of the service that can fail on its own. */
export interface Requirement {
  /** Where it is stated: a heading of the specification, a numbered decision, or the part of the work that adds it. */
  readonly section: SpecifiedSection | `Decision ${number}` | `Part ${Part}`;
  /** The part of the work whose tests prove it, at the latest. */
  readonly part: Part;
  /** What a caller or an operator sees, with exact names, defaults, limits and status. */
  readonly text: string;
}
