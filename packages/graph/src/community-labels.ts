import { rankedTerms } from './ranked-terms.ts';

export interface CommunityLabelsInput {
  /** As `communities` returns them: disjoint, the most important first. */
  readonly communities: readonly (readonly string[])[];
  readonly conceptsOf: (id: string) => readonly string[];
  readonly titlesOf: (id: string) => string;
  /** The label each memory has now; memories without one may be left out. */
  readonly previousLabels: ReadonlyMap<string, string | null>;
}

const TERMS_IN_LABEL = 3;
/** Two communities with the same three first terms are distinguished by further ones before they are numbered. */
const TERMS_IN_LABEL_MAX = 6;
const SEPARATOR = ', ';

/**
 * A name for each community of two or more, such as `postgres, migrations, drizzle`: the concepts that mark it off from the
 * others, or words of its titles where it has no concepts. A community that was there before keeps its label while a term
 * of the label is still its own. No two communities share a label.
 * @returns the label of every memory of the communities, null for a memory alone
 */
export function communityLabels(input: CommunityLabelsInput): Map<string, string | null> {
  const { communities, previousLabels } = input;
  const named = communities.filter((members) => members.length > 1);
  const terms = rankedTerms(named, input);
  const inherited = inheritedLabels(named, previousLabels).map((label, community) =>
    label !== undefined && stillNames(label, terms[community]!) ? label : undefined,
  );
  const taken = new Set(inherited.filter((label) => label !== undefined));

  const labels = new Map<string, string | null>(communities.flat().map((id) => [id, null]));
  named.forEach((members, community) => {
    const label = inherited[community] ?? freeLabel(terms[community]!, taken);
    taken.add(label);
    for (const id of members) labels.set(id, label);
  });
  return labels;
}

/** Whether a kept label has not been left behind by a community whose subject has shifted run by run. */
function stillNames(label: string, terms: readonly string[]): boolean {
  const words = new Set(label.replace(/ \(\d+\)$/, '').split(SEPARATOR));
  return terms.length === 0 || terms.some((term) => words.has(term));
}

function freeLabel(terms: readonly string[], taken: ReadonlySet<string>): string {
  for (let length = TERMS_IN_LABEL; length <= Math.min(TERMS_IN_LABEL_MAX, terms.length); length += 1) {
    const label = terms.slice(0, length).join(SEPARATOR);
    if (!taken.has(label)) return label;
  }
  const name = terms.slice(0, TERMS_IN_LABEL).join(SEPARATOR) || 'unnamed';
  if (!taken.has(name)) return name;
  let number = 2;
  while (taken.has(`${name} (${number})`)) number += 1;
  return `${name} (${number})`;
}

/**
 * The least part that the members two runs have in common may be of all members of either: matching communities by Jaccard's
 * index above a threshold follows Greene, Doyle and Cunningham, Tracking the Evolution of Communities in Dynamic Social
 * Networks (2010). A community that lost up to two thirds of its members keeps its name; three strangers in a hundred give none.
 */
const SIMILARITY_MIN = 0.3;

/** The previous label each community carries on, the largest overlaps first; a label goes to one community only. */
function inheritedLabels(
  communities: readonly (readonly string[])[],
  previousLabels: ReadonlyMap<string, string | null>,
): (string | undefined)[] {
  const holders = new Map<string, number>();
  for (const label of previousLabels.values()) {
    if (label !== null) holders.set(label, (holders.get(label) ?? 0) + 1);
  }
  const matches = communities.flatMap((members, community) => {
    const shared = Map.groupBy(members, (id) => previousLabels.get(id) ?? null);
    return [...shared].flatMap(([label, { length: overlap }]) => {
      if (label === null) return [];
      const union = members.length + holders.get(label)! - overlap;
      return overlap / union < SIMILARITY_MIN ? [] : [{ community, label, overlap, union }];
    });
  });
  matches.sort(
    (a, b) =>
      b.overlap - a.overlap || a.union - b.union || a.community - b.community || (a.label < b.label ? -1 : 1),
  );

  const inherited = communities.map((): string | undefined => undefined);
  const given = new Set<string>();
  for (const { community, label } of matches) {
    if (inherited[community] !== undefined || given.has(label)) continue;
    inherited[community] = label;
    given.add(label);
  }
  return inherited;
}
