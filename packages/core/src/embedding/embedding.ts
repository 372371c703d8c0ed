import type { Embedder, QueryEmbedding } from '@memory/providers/embedder';
import type { LexicalEmbedders } from './lexical-embedders.ts';

/** One model for all workspaces, with its guarded way to embed queries. */
export interface NeuralProvider {
  embedder: Embedder;
  embedQuery: QueryEmbedding;
}

/** How this process turns text into vectors. */
export interface Embedding {
  /** What new vectors are made with: one model for all, the lexical one of each workspace, or nothing. */
  provider: NeuralProvider | 'lexical' | 'none';
  /** Loads lexical embedders: for as long as a workspace's vectors are lexical they are asked, whatever the provider. */
  lexicalEmbedders: LexicalEmbedders;
  /** Where the lexical embedder is trained: `worker` needs the source tree, a bundle has no worker file. */
  trainingThread: 'worker' | 'caller';
}
