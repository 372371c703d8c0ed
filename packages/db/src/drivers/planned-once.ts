/**
 * Ends a statement whose best plan is the same whatever it is given, and whoever's rows there are. The embedded engine keeps
 * its plan: planning takes longer than the work of small statements. Not for what may read the index of one workspace, which
 * is only found for values that are known. It holds for the references that the statement checks, too, which are planned
 * anew for each row otherwise: of a statement that writes many rows that was half of the time.
 */
export const PLANNED_ONCE = '/* planned once */';
