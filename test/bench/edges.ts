import { writeFile } from 'node:fs/promises';
import { sql } from 'drizzle-orm';
import { createClient } from '@memory/client';
import { createWorkspace } from '@memory/core';
import { queryRows } from '@memory/db';
import { ImportReport } from '../../packages/agents/src/archive/import-report.ts';
import { importItems } from '../../packages/agents/src/import/run-import.ts';
import { loadSource, thisMachine } from '../../packages/agents/src/import/sources.ts';
import { measureSessions } from './recall/measure-sessions.ts';
import { startStoryService } from './recall/start-story-service.ts';
import { loadStory, type Half } from './recall/story.ts';
import { liveThrough } from './recall/team.ts';

/** Edges of each set that are written down for somebody to judge. */
const SAMPLE = 20;

/** Characters of a memory's text that whoever judges an edge reads. */
const SHOWN = 400;

interface Edge {
  method: string;
  type: string;
  confidence: number;
  source: string;
  target: string;
}

type Host = Awaited<ReturnType<typeof startStoryService>>;

/**
 * Edges that discovery finds between the memories and sessions of a story (`EDGE_STORY`, one of its halves) and between the commits of
 * repositories (`EDGE_REPOSITORIES`, with `:` between them) that an import takes: how many edges of each method. With `EDGE_SAMPLE` a
 * file is written of 20 of each, drawn alike in every run, for somebody to judge.
 */
export async function benchEdges(): Promise<void> {
  await using host = await startStoryService();
  const half = process.env['EDGE_STORY'];
  if (half) await tell(host, `story-${half}`, await playStory(host, half as Half));
  for (const path of (process.env['EDGE_REPOSITORIES'] ?? '').split(':').filter(Boolean))
    await tell(host, path.split('/').slice(-2).join('-'), await importHistory(host, path));
}

async function playStory(host: Host, half: Half): Promise<string> {
  const story = loadStory(half);
  const team = await liveThrough(host, story, { importsPages: false });
  const sessions = [
    ...story.sessions,
    ...(half === 'unseen' ? Object.values(story.otherSessions).flat() : []),
  ];
  await measureSessions(team, host.queue, sessions);
  return team.workspaceId;
}

async function importHistory({ service, queue }: Host, path: string): Promise<string> {
  const { key, workspace_id } = await createWorkspace(service.services, {
    name: `edges ${performance.now()}`,
    language: 'english',
  });
  const client = createClient({ url: service.url, key });
  const items = (await loadSource('git')).read(path, thisMachine(path));
  await importItems(client, items, { report: new ImportReport() });
  await queue.drain({ skipDelays: true });
  return workspace_id;
}

async function tell({ service }: Host, name: string, workspaceId: string): Promise<void> {
  const shown = (
    alias: string,
  ) => `json_build_object('title', ${alias}.title, 'text', left(${alias}.narrative, ${SHOWN}),
    'files', ${alias}.source_files, 'labels', ${alias}.concepts, 'session', ${alias}.source_session_id)::text`;
  const edges = (await queryRows(service.services.db)`
    ${sql.raw(`select r.discovery_method "method", r.relationship_type "type", r.confidence, ${shown('s')} source, ${shown('t')} target
     from relationships r
     join memories s on s.workspace_id = r.workspace_id and s.id = r.source_id
     join memories t on t.workspace_id = r.workspace_id and t.id = r.target_id
     where r.workspace_id = '${workspaceId}'::uuid and r.discovery_method <> 'manual'
     order by md5(s.title || t.title || r.discovery_method)`)}`) as unknown as Edge[];
  const methods = Map.groupBy(edges, ({ method }) => method);
  console.log(
    `${name} | ${edges.length} edges | ${[...methods].map(([method, some]) => `${method} ${some.length}`).join(', ')}`,
  );
  const file = process.env['EDGE_SAMPLE'];
  if (!file) return;
  const lines = edges.slice(0, SAMPLE).map(({ method, type, confidence, source, target }, place) => {
    return `${place + 1}. ${method} ${type} ${confidence.toFixed(2)}\n   ${source}\n   ${target}\n`;
  });
  await writeFile(`${file}-${name}.txt`, lines.join('\n'));
}
