import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';
import { readSpoolState } from '../../../packages/agents/src/hook/spool/read-spool.ts';
import { runFlusher } from '../../../packages/agents/src/hook/flush/run-flusher.ts';
import { everythingStored } from '../../support/everything-stored.ts';
import { drawCases } from '../../../packages/redact/test/secret-cases.ts';
import { testWithService } from '../../host/service.ts';
import { countable } from '../../support/seeds/planted-secrets.ts';
import { verifiesWith } from '../../support/verifies.ts';
import { makeDesk } from '../../unit/hook/run.ts';

const verifies = verifiesWith(testWithService);

const samples = countable(drawCases(79, { carriers: 1 }));

/** Twelve stand together. */
const texts: string[] = Array.from({ length: Math.ceil(samples.length / 12) }, (_, part) =>
  samples
    .slice(part * 12, part * 12 + 12)
    .map(({ text }) => text)
    .join('\n\n'),
);

/** Where a secret comes in: what was asked, run, printed, written, and answered. */
const EVENTS: readonly ((text: string) => [event: string, payload: object])[] = [
  (text) => ['UserPromptSubmit', { prompt: text }],
  (text) => [
    'PostToolUse',
    { tool_name: 'Bash', tool_input: { command: text }, tool_response: { stdout: '' } },
  ],
  (text) => [
    'PostToolUse',
    {
      tool_name: 'Bash',
      tool_input: { command: 'cat settings' },
      tool_response: { stdout: text, stderr: text },
    },
  ],
  (text) => [
    'PostToolUse',
    { tool_name: 'Write', tool_input: { file_path: 'settings.txt', content: text }, tool_response: {} },
  ],
  (text) => ['Stop', { last_assistant_message: text }],
];

verifies(
  'hooks.no-secrets',
  async ({ service }) => {
    const desk = await makeDesk();
    await desk.configure({ url: service.host.url, key: service.key });
    const planted = samples.flatMap(({ secrets }) => secrets);
    expect(planted.length).toBeGreaterThan(1_000);
    for (const [number, text] of texts.entries()) {
      const [event, payload] = EVENTS[number % EVENTS.length]?.(text) ?? ['', {}];
      await desk.fire('claude', event, {
        session_id: `secrets-${service.id}`,
        cwd: desk.root,
        hook_event_name: event,
        prompt_id: `p${number}`,
        tool_use_id: `t${number}`,
        ...payload,
      });
    }
    expect(readSpoolState(desk.home).events).toBeGreaterThan(texts.length / 2);
    // Spool, journals, state and log: what a user's folder holds beside the key.
    const names = await readdir(desk.home.folder, { recursive: true, withFileTypes: true });
    const files = names.filter((entry) => entry.isFile() && entry.name !== 'config.json');
    const written = await Promise.all(
      files.map(({ parentPath, name }) => readFile(join(parentPath, name), 'utf8')),
    );
    expect(keptIn(written.join('\n'))).toEqual([]);
    const flush = () => runFlusher({ home: desk.home, environment: {}, isPatient: false, graceMs: 0 });
    expect(await flush()).toMatchObject({ outcome: 'done' });
    expect(readSpoolState(desk.home)).toMatchObject({ events: 0, deadLetters: [] });
    await service.runJobs();
    const stored = await everythingStored(service);
    expect(stored).toContain('[redacted:password]');
    expect(keptIn(stored)).toEqual([]);
  },
  { title: 'none of the secrets of all kinds comes into the spool or the database' },
);

/** Secrets that are still there; a search text has words in lower case, and JSON its escapes. */
function keptIn(text: string): string[] {
  const lower = text.toLowerCase();
  return samples
    .filter(({ secrets }) =>
      secrets.some((secret) => lower.includes(JSON.stringify(secret).slice(1, -1).toLowerCase())),
    )
    .map(({ kind, text: sample }) => `${kind}: ${sample}`);
}
