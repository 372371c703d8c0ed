/** A name alone, the end of a folder's path (`…/code/shop`), or a remote: as the service tells them apart. */
const kindOf = (project: string): number => (project.includes('/') ? (project.startsWith('…/') ? 1 : 2) : 0);

const nameOf = (project: string): string => project.slice(project.lastIndexOf('/') + 1).toLowerCase();

/** Whether two names are of the same project: equal, or one says less than the other and ends alike. */
export const isSameProject = (one: string, other: string): boolean =>
  one.toLowerCase() === other.toLowerCase() ||
  (nameOf(one) === nameOf(other) && kindOf(one) !== kindOf(other));
