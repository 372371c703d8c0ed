export { LEXICAL_DIMENSIONS, LSA_DIMENSIONS } from './dimensions.ts';
export { createLexicalEmbedder, type LexicalEmbedder, type LexicalQuery } from './lexical-embedder.ts';
export type { LexicalModel } from './lexical-model.ts';
export { readLexicalSnapshot } from './lexical-snapshot.ts';
export { trainLexicalSnapshot, type SnapshotTrainingOptions } from './train-lexical-snapshot.ts';
