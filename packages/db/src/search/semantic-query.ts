/** A query as a vector of the model whose vectors the workspace holds. */
export interface SemanticQuery {
  /** A vector of any length but zero. */
  vector: ArrayLike<number>;
  model: string;
  /**
   * How the query moves towards its first results: in the 128 dimensions that the lexical embedder learnt, in all of
   * them while it is untrained, or not at all, for neural models.
   */
  feedback: 'learnt-part' | 'whole' | 'none';
  /**
   * How far the vector is believed beside the words, 0..1, 1 when left out: the semantic score is the cosine by this share,
   * and the keyword score by the rest.
   */
  trust?: number;
}
