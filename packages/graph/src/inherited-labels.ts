/**
 * The least part that the members two runs have in common may be of all members of either: matching communities by Jaccard's
 * index above a threshold follows Greene, Doyle and Cunningham, Tracking the Evolution of Communities in Dynamic Social
 * Networks (2010). A community that lost up to two thirds of its members keeps its name; three strangers in a hundred give none.
 */
const SIMILARITY_MIN = 0.3;

/**
 * The previous label each community carries on, the largest overlaps first; a label goes to one community only.
 * @returns for each community its label, or undefined for a new one
 */
export function inheritedLabels(
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
