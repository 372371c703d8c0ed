import {
  MAY_REPLACE_HEADER,
  SIMILAR_MEMORIES_HEADER,
  SIMILAR_MEMORIES_PREFERENCE,
  type Memory,
  type StoreMemoryBody,
  type WholeGraphQuery,
} from '@memory/contracts';
import { storeMemory, readGraph, ServiceError, type GraphPart } from '@memory/core';
import type { Workspace } from '@memory/db';
import type { Runtime } from '../../create-services.ts';
import { acceptsGzip, createBoundedBody, jsonReply } from './middleware/reply.ts';
import type { ReadyReply } from './endpoint-context.ts';

/** Stores a memory. Its answer has no field for memories that are like it: who asks is told in headers. */
export async function replyWithStored(
  services: Runtime,
  workspace: Workspace,
  input: StoreMemoryBody,
  { headers }: { headers: Record<string, string | undefined> },
): Promise<Memory | ReadyReply> {
  const preferences = (headers['prefer'] ?? '').split(',').map((each) => each.trim().toLowerCase());
  const wants_similar = preferences.includes(SIMILAR_MEMORIES_PREFERENCE);
  const { memory, similar, replaceable } = await storeMemory(services, workspace, {
    ...input,
    wants_similar,
  });
  if (!wants_similar) return memory;
  const named = (memories: readonly { id?: string; memory_id?: string }[]) =>
    memories.map(({ id, memory_id }) => memory_id ?? id).join(', ');
  const { headers: sent, ...reply } = jsonReply(201, memory);
  return {
    ...reply,
    statusCode: 201,
    headers: {
      ...sent,
      'preference-applied': SIMILAR_MEMORIES_PREFERENCE,
      ...(similar.length > 0 && { [SIMILAR_MEMORIES_HEADER.toLowerCase()]: named(similar) }),
      ...(replaceable.length > 0 && { [MAY_REPLACE_HEADER.toLowerCase()]: named(replaceable) }),
    },
  };
}

/**
 * The whole graph, or a page of it when `limit` or `after` is given, written part by part and compressed for callers who
 * take gzip. A page ends early where the platform's limit does; its `Link` header leads on.
 * @throws graph_too_large for a whole graph beyond that limit, saying how to read it in pages
 */
export async function replyWithGraph(
  services: Pick<Runtime, 'db' | 'settings' | 'replyBytesMax'>,
  workspace: Workspace,
  { query, headers }: { query: WholeGraphQuery; headers: Record<string, string | undefined> },
): Promise<ReadyReply> {
  const compressed = acceptsGzip(headers['accept-encoding']);
  const body = createBoundedBody({ compressed, bytesMax: services.replyBytesMax });
  const isPage = query.limit !== undefined || query.after !== undefined;
  let place: Place = { list: 'nodes', isEmpty: true };
  await body.add('{"nodes":[');
  // Behind the last part that fitted; unchanged, it leads to the same page again.
  let next: string | null = query.after ?? null;
  for await (const part of readGraph(services, workspace, query)) {
    if (!(await body.add(toText(part, place)))) {
      if (!isPage) throw tooLarge(services.replyBytesMax);
      break;
    }
    place = {
      list: part.list,
      isEmpty: part.items.length === 0 && (place.isEmpty || place.list !== part.list),
    };
    next = part.next;
  }
  return {
    statusCode: 200,
    headers: {
      'content-type': 'application/json',
      vary: 'Accept-Encoding',
      ...(compressed ? { 'content-encoding': 'gzip' } : {}),
      ...(isPage && next !== null ? { link: nextLink(next, query.limit) } : {}),
    },
    ...(await body.finish(`${open('edges', place)}]}`)),
  };
}

/** Where in the document the next part is written. */
interface Place {
  list: GraphPart['list'];
  isEmpty: boolean;
}

const open = (list: GraphPart['list'], place: Place): string => (list === place.list ? '' : '],"edges":[');

function toText({ list, items }: GraphPart, place: Place): string {
  const separator = items.length > 0 && list === place.list && !place.isEmpty ? ',' : '';
  return open(list, place) + separator + JSON.stringify(items).slice(1, -1);
}

function tooLarge(bytesMax: number): ServiceError {
  return new ServiceError(
    'graph_too_large',
    `The graph is larger than one answer may be (${bytesMax} bytes). Read it in pages: GET /api/v1/memories/graph?limit=10000, then follow the Link header until there is none.`,
  );
}

function nextLink(after: string, limit: number | undefined): string {
  const query = new URLSearchParams({ ...(limit === undefined ? {} : { limit: String(limit) }), after });
  return `</api/v1/memories/graph?${query.toString()}>; rel="next"`;
}
