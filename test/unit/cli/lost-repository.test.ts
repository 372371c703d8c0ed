import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { OriginFinder, tellForeign } from '../../../packages/agents/src/tree/find-origin.ts';

test('a checkout whose repository was moved is not called one of another user', async () => {
  const root = mkdtempSync(join(tmpdir(), 'workspace-memory-lost-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  writeFileSync(join(root, '.git'), `gitdir: ${join(root, 'moved', '.git', 'worktrees', 'w')}\n`);
  const said: string[] = [];
  const error = vi.spyOn(console, 'error').mockImplementation((line: string) => said.push(line));
  onTestFinished(() => error.mockRestore());
  const found = await new OriginFinder({ cwd: root, onForeign: tellForeign }).find(root);
  expect(found).toMatchObject({ root, isRepository: false });
  expect(said.join('\n')).toContain('names a folder that is not there');
  expect(said.join('\n')).not.toContain('another user');
});
