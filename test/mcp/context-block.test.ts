import { expect } from 'vitest';
import { callTool, connectClient } from '../support/clients/mcp-client.ts';
import { serveVariant } from '../host/serve-variant.ts';
import { testWithService, type TestWorkspace } from '../host/service.ts';
import { verifiesWith } from '../support/verifies.ts';

const verifies = verifiesWith(testWithService);

async function blockOf(service: TestWorkspace, args: Record<string, unknown> = {}): Promise<string> {
  const { structured, text } = await callTool(await connectClient(service), 'session_start', args);
  expect(text).toContain(structured.context_block);
  return structured.context_block as string;
}

verifies('mcp.context-block.content', async ({ service }) => {
  await service.store({ title: 'Code of conduct', memory_type: 'wiki', importance_score: 1 });
  const old = await service.store({ title: 'REST for all', memory_type: 'decision', importance_score: 1 });
  const now = await service.store({
    title: 'One RPC endpoint',
    memory_type: 'decision',
    narrative: 'Fewer routes.',
  });
  await service.post('/api/v1/relationships', {
    source_id: service.ref(now),
    target_id: service.ref(old),
    relationship_type: 'supersedes',
  });
  const gates = { title: 'Gates close at six', narrative: 'All gates of the zoo close at six.' };
  await service.store({ ...gates, memory_type: 'convention' });
  await service.store({ title: gates.narrative, narrative: gates.narrative });
  for (let number = 1; number <= 30; number += 1)
    await service.store({
      title: `Incident ${number}`,
      narrative: `The keeper of house ${number} met weather number ${number}00 with umbrella ${number}.`,
      memory_type: 'incident',
      importance_score: 0.9,
    });
  await service.store({
    title: 'Wombat food comes on Mondays',
    narrative: 'The second keeper brings it.',
    importance_score: 0.1,
  });
  await service.runJobs();
  const block = await blockOf(service);
  expect(Math.ceil(block.length / 4)).toBeLessThanOrEqual(800);
  expect(block).not.toContain('Code of conduct');
  expect(block).not.toContain('REST for all');
  expect(block).not.toContain('Wombat');
  const about = await blockOf(service, { task: 'order the food of the wombats' });
  expect(about.split('\n')[4]).toContain('Wombat food comes on Mondays');
  const twins = await blockOf(service, { task: 'when do gates close' });
  expect(twins.match(/\[\w+\] (?:Gates close|All gates)/gu)).toHaveLength(1);
  const { structured } = await callTool(await connectClient(service), 'session_start', {
    project_name: 'zoo',
    branch_name: 'feat/night',
  });
  expect(structured).toMatchObject({ project_name: 'zoo', branch_name: 'feat/night' });
  expect(structured.context_block).toContain('## What holds here (zoo, feat/night)');
});

verifies('mcp.context-block.changes', async ({ service }) => {
  const hoursAgo = (hours: number) => () => new Date(Date.now() - hours * 3_600_000);
  await using yesterday = await serveVariant(service, { clock: hoursAgo(30) });
  await yesterday.service.store({ title: 'Known yesterday', importance_score: 1 });
  const client = await connectClient(yesterday.service);
  const { session_id } = (await callTool(client, 'session_start', { project_path: '/src/zoo' })).structured;
  await callTool(client, 'session_end', {
    session_id,
    summary: 'Mended the fence. The lamp of the north gate still needs a timer. Open: tell the kiosk.',
  });
  for (let number = 1; number <= 20; number += 1)
    await service.store({
      title: `Rule ${number} of house ${number}`,
      narrative: `Paragraph ${number}: keeper ${number} has key ${number}0.`,
      memory_type: 'convention',
      importance_score: 1,
    });
  await service.store({ title: 'Ostriches moved in', narrative: 'Three of them.', importance_score: 0.1 });
  const block = await blockOf(service, { project_path: '/src/zoo' });
  const [, news = ''] = block.split('## New since the last session');
  expect(news).toContain('Ostriches moved in');
  expect(news).not.toContain('Known yesterday');
  expect(block).toContain('## Left open\n- The lamp of the north gate still needs a timer.');
  expect(block).toContain('- Open: tell the kiosk.');
  expect(Math.ceil(block.length / 4)).toBeLessThanOrEqual(800);
});
