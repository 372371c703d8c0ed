/** Set to 1 by a program that stands in the code: it gets what the memories of an answer are tied to, and judges by the tree that it sees. */
export const ANCHORS_HEADER = 'x-anchors';

/** Where an answer of a tool holds the anchors of its memories, beside what is specified. */
export const ANCHORS_META = 'workspace-memory/anchors';

/** Where the answer of a search holds how well each memory matches, by its identifier. */
export const SCORES_META = 'workspace-memory/scores';
