/** Dimensions learnt from the workspace's text by latent semantic analysis: the first part of every vector. */
export const LSA_DIMENSIONS = 128;
/** Dimensions of the hashed words and letter groups: the second part. */
export const HASH_DIMENSIONS = 384;
/** Dimensions of a whole vector. */
export const LEXICAL_DIMENSIONS = LSA_DIMENSIONS + HASH_DIMENSIONS;
