/** How cosines of a model are read: at `floor` two texts have nothing to do with each other, from `top` on they say the same. */
export interface CosineScale {
  floor: number;
  top: number;
}

/** A query as a vector of the model whose vectors the workspace holds. */
export interface SemanticQuery {
  /** A unit vector. */
  vector: ArrayLike<number>;
  model: string;
  scale: CosineScale;
}
