import { randomUUID } from 'node:crypto';
import { createClient, type Client } from '@memory/client';
import { createWorkspace } from '@memory/core';
import type { LocalService } from '@memory/service/node';
import type { LocalJobQueue } from '@memory/providers/job-queue/local';
import type { Story, StoryMemory } from './story.ts';

/** A tool's answer as clients pass it on. */
export interface ToolAnswer {
  text: string;
  // oxlint-disable-next-line typescript/no-explicit-any -- rows are read by what they have in every version
  structured: any;
}

export type CallTool = (name: string, args: object) => Promise<ToolAnswer>;

/** A workspace in which the story has happened, and the two ways into it. */
export interface Team {
  workspaceId: string;
  client: Client;
  call: CallTool;
  /** Ids of the service by ids of the story. */
  ids: Map<string, string>;
  /** Replaced memories that the answer to storing their successor named. */
  hinted: string[];
}

const DAY_MS = 86_400_000;
/** Jobs run after so many stores, as they would in between on any day. */
const STORES_AT_A_TIME = 12;

/** Stores a story's memories through the tools, in the order of their days, and says which replaces which where somebody did. */
export async function liveThrough(
  { service, queue }: { service: LocalService; queue: LocalJobQueue },
  { memories, pages }: Pick<Story, 'memories' | 'pages'>,
  { importsPages }: { importsPages: boolean },
): Promise<Team> {
  const { key, workspace_id: workspaceId } = await createWorkspace(service.services, {
    name: `grainline-${randomUUID()}`,
    language: 'english',
  });
  const client = createClient({ url: service.url, key });
  const call = toolCaller(`${service.url}/mcp`, key);
  const ids = new Map<string, string>();
  const hinted: string[] = [];
  if (importsPages) {
    for (const page of pages) await client.ingestDocument({ body: page });
    await queue.drain({ skipDelays: true });
  }
  for (const [place, memory] of memories.entries()) {
    const { text, structured } = await call('memory_store', toolArguments(memory));
    const id = String(structured.id);
    ids.set(memory.id, id);
    const old = memory.replaces && ids.get(memory.replaces);
    if (old) {
      if (text.includes(old)) hinted.push(memory.replaces ?? '');
      if (memory.stated !== false)
        await client.createRelationship({
          body: { source_id: id, target_id: old, relationship_type: 'supersedes' },
        });
    }
    if (place % STORES_AT_A_TIME === 0) await queue.drain({ skipDelays: true });
  }
  await queue.drain({ skipDelays: true });
  if (memories.length > 0) await setDates(service, workspaceId, memories, ids);
  return { workspaceId, client, call, ids, hinted };
}

const toolArguments = ({ title, type, text, tags, files }: StoryMemory) => ({
  title,
  memory_type: type,
  content: text,
  tags,
  files,
});

/** A story takes weeks and its replay a minute: dates are set as they would be. */
async function setDates(
  { services }: LocalService,
  workspaceId: string,
  memories: readonly StoryMemory[],
  ids: ReadonlyMap<string, string>,
): Promise<void> {
  const last = Math.max(...memories.map(({ day }) => day));
  const dates = memories.map(({ id, day }) => {
    const date = new Date(Date.now() - (last - day + 1) * DAY_MS).toISOString();
    return `('${ids.get(id)}', '${date}'::timestamptz)`;
  });
  await services.db.execute(
    `update memories m set created_at = d.at from (values ${dates.join(', ')}) d(id, at)
     where m.workspace_id = '${workspaceId}'::uuid and right(m.id::text, 12) = d.id`,
  );
}

/** @param url of the endpoint, with the profile where it is another than the default */
export function toolCaller(url: string, key: string): CallTool {
  return async (name, args) => {
    const response = await fetch(url, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${key}`,
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
      },
      body: JSON.stringify({
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/call',
        params: { name, arguments: args },
      }),
    });
    const { result, error } = JSON.parse(await response.text()) as {
      result?: { isError?: boolean; content: { text: string }[]; structuredContent: unknown };
      error?: { message: string };
    };
    const text = result?.content.map((part) => part.text).join('\n') ?? '';
    if (!result || result.isError) throw new Error(`${name}: ${error?.message ?? text}`);
    return { text, structured: result.structuredContent };
  };
}
