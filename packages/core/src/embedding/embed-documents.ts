import { setImmediate } from 'node:timers/promises';
import { noteEmbeddingRefusals, type Workspace } from '@memory/db';
import type { Embedder, EmbeddingVector } from '@memory/providers/embedder';
import { hashContent, type MemoryContent } from '../memories/memory-content.ts';
import { ServiceError } from '../service-error.ts';
import type { Services } from '../services.ts';
import { embedOrRefuse } from './embed-or-refuse.ts';
import { lexicalVersionOf } from './lexical-model-name.ts';

type MemoryToEmbed = MemoryContent & { id: string };

export interface EmbeddedDocuments {
  /** The name to store with each vector. */
  model: string;
  /** In the order of the contents; null for one that has nothing to embed or is refused. */
  vectors: (EmbeddingVector | null)[];
}

/**
 * Embeds memories with what this process is configured with: the model of all, or the workspace's lexical one in the
 * version that its searches use, or in `lexicalVersion` while a new version is being prepared. What a model refuses, while
 * it takes other texts, is noted.
 * @throws EmbedderError of the provider; service_unavailable when the lexical snapshot is gone or nothing is configured
 */
export async function embedDocuments(
  { db, embedding }: Pick<Services, 'db' | 'embedding'>,
  workspace: Workspace,
  contents: readonly MemoryToEmbed[],
  { lexicalVersion }: { lexicalVersion?: number } = {},
): Promise<EmbeddedDocuments> {
  const { provider } = embedding;
  if (provider === 'none')
    throw new ServiceError('service_unavailable', 'No embedding provider is configured.');
  if (provider !== 'lexical') return embedNeurally(db, workspace, provider.embedder, contents);
  const version = lexicalVersion ?? lexicalVersionOf(workspace.embeddingModel ?? '') ?? 0;
  const embedder = await embedding.lexicalEmbedders(db, workspace, version);
  if (!embedder)
    throw new ServiceError('service_unavailable', `Version ${version} of the lexical embedder is gone.`);
  const vectors: EmbeddedDocuments['vectors'] = [];
  for (const content of contents) {
    vectors.push(embedder.embedDocument({ ...content, sourceFiles: content.source_files }));
    // The longest memory takes up to a quarter of a second, and a page has a hundred: whoever waits is answered in between.
    await setImmediate();
  }
  return { model: embedder.model, vectors };
}

async function embedNeurally(
  db: Services['db'],
  workspace: Workspace,
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
  return {
    model: embedder.model,
    vectors: embedded.map((answer) => ('refused' in answer || answer.length === 0 ? null : answer)),
  };
}

/** The whole of a memory as one text, the most telling first, since a model may cut the end. */
function documentText({ title, narrative, tags, concepts, source_files }: MemoryContent): string {
  const labels = [...new Set([...tags, ...concepts])].join(', ');
  return [title, labels, source_files.join('\n'), narrative].filter(Boolean).join('\n\n');
}
