import { noteEmbeddingRefusals, type Workspace } from '@memory/db';
import type { Embedder, EmbeddingVector } from '@memory/providers/embedder';
import { hashContent, type MemoryContent } from '../memories/memory-content.ts';
import type { Services } from '../services.ts';
import type { ProviderError } from '@memory/providers/provider-error';
import { embedOrRefuse } from './embed-or-refuse.ts';

type MemoryToEmbed = MemoryContent & { id: string };

export interface EmbeddedDocuments {
  /** In the order of the contents: null for one that has nothing to embed or is refused, undefined for one whose vector did not come. */
  vectors: (EmbeddingVector | null | undefined)[];
  /** Why vectors did not come; they may the next time. */
  failure: ProviderError | undefined;
}

/**
 * Embeds memories. What a model refuses, while it takes other texts, is noted.
 * @throws EmbedderError of the provider where no text can be embedded
 */
export async function embedDocuments(
  { db }: Pick<Services, 'db'>,
  workspace: Pick<Workspace, 'id'>,
  embedder: Embedder,
  contents: readonly MemoryToEmbed[],
): Promise<EmbeddedDocuments> {
  const embedded = await embedOrRefuse(embedder, contents.map(documentText));
  const refusals = contents.flatMap((content, index) => {
    const answer = embedded[index];
    return answer && 'refused' in answer
      ? [{ memoryId: content.id, contentDigest: hashContent(content), reason: answer.refused }]
      : [];
  });
  if (refusals.length > 0) await noteEmbeddingRefusals(db, workspace.id, { model: embedder.model, refusals });
  const failures = embedded.flatMap((answer) => ('failure' in answer ? [answer.failure] : []));
  const vectors = embedded.map((answer) => {
    if ('failure' in answer) return undefined;
    return 'refused' in answer || answer.length === 0 ? null : answer;
  });
  return { vectors, failure: failures[0] };
}

/** The whole of a memory as one text, the most telling first, since a model may cut the end. */
export function documentText({ title, narrative, tags, concepts, source_files }: MemoryContent): string {
  const labels = [...new Set([...tags, ...concepts])].join(', ');
  return [title, labels, source_files.join('\n'), narrative].filter(Boolean).join('\n\n');
}
