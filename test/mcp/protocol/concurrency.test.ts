import { expect } from 'vitest';
import { callTool, connectClient } from '../../support/clients/mcp-client.ts';
import { portion } from '../../support/portion.ts';
import { testWithService, type TestWorkspace } from '../../host/service.ts';
import { verifiesWith } from '../../support/verifies.ts';

const verifies = verifiesWith(testWithService);

const CLIENTS = 16;
const CALLS = portion(1_000, 96);

verifies(
  'mcp.concurrent',
  async ({ service, other }) => {
    const workspaces = { mine: service, theirs: other };
    const seeds = Object.entries(workspaces).map(async ([name, workspace]) => {
      for (let number = 1; number <= 5; number += 1)
        await workspace.store({ title: `Quokka of ${name} ${number}`, narrative: `A quokka of ${name}.` });
    });
    await Promise.all(seeds);
    await service.runJobs();

    /** Calls in turn: what is found, stored and counted must be of this client's workspace alone. */
    async function work(
      workspace: TestWorkspace,
      name: string,
      client: number,
      count: number,
    ): Promise<void> {
      const connection = await connectClient(workspace, { era: client % 4 < 2 ? 'legacy' : 'modern' });
      for (let number = 0; number < count; number += 1) {
        const kind = number % 4;
        if (kind === 0) {
          const title = `Stored by ${name} ${client}/${number}`;
          const stored = await callTool(connection, 'memory_store', {
            title,
            memory_type: 'general',
            content: `Kept by ${name}.`,
          });
          expect(stored.structured, stored.text).toMatchObject({ title });
        } else if (kind === 1) {
          const insight = await callTool(connection, 'workspace_insight');
          expect(insight.structured, insight.text).toMatchObject({ workspace_id: workspace.id });
        } else {
          const found = await callTool(connection, 'memory_search', {
            query: `quokka ${client}`,
            min_score: 0,
          });
          expect(found.isError, found.text).toBe(false);
          const owners = found.structured.results.map(
            ({ passage }: { passage: string }) => /\b(?:mine|theirs)\b/u.exec(passage)?.[0],
          );
          expect(owners.length).toBeGreaterThan(0);
          expect(new Set(owners)).toEqual(new Set([name]));
        }
      }
      await connection.close();
    }

    const clients = Array.from({ length: CLIENTS }, (_, client) => {
      const count = Math.floor(CALLS / CLIENTS) + (client < CALLS % CLIENTS ? 1 : 0);
      return client % 2 === 0 ? work(service, 'mine', client, count) : work(other, 'theirs', client, count);
    });
    await Promise.all(clients);
    const totals = await Promise.all(
      Object.values(workspaces).map(
        async (workspace) =>
          (await callTool(await connectClient(workspace), 'workspace_insight')).structured.total_memories,
      ),
    );
    // Five that were there before, and every fourth call of eight clients.
    const stores = (client: number) =>
      Math.ceil((Math.floor(CALLS / CLIENTS) + (client < CALLS % CLIENTS ? 1 : 0)) / 4);
    const expected = [0, 1].map(
      (side) =>
        5 +
        Array.from({ length: CLIENTS }, (_, client) => client)
          .filter((client) => client % 2 === side)
          .reduce((sum, client) => sum + stores(client), 0),
    );
    expect(totals).toEqual(expected);
  },
  { timeoutMs: 300_000 },
);
