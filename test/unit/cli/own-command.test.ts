import { chmod, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';
import { ownCommand } from '../../../packages/agents/src/command/print.ts';
import { makeFolder } from '../../support/seeds/make-folder.ts';
import { verifies } from '../../support/verifies.ts';

verifies('install.advice', async () => {
  const folder = await makeFolder();
  const program = join(folder, 'workspace-memory');
  await writeFile(program, '');
  await chmod(program, 0o755);
  const ran = (environment: Record<string, string>, started = program) =>
    ownCommand({ environment, program: started, platform: 'linux' });
  expect(ran({ PATH: `/usr/bin:${folder}` })).toBe('workspace-memory');
  expect(ran({ PATH: `/usr/bin:${folder}`, npm_command: 'exec' })).toBe('npx workspace-memory');
  expect(ran({ PATH: '/nowhere' })).toBe(program);
  expect(ran({ PATH: '/nowhere' }, '/opt/my apps/bin/workspace-memory.js')).toBe(
    "node '/opt/my apps/bin/workspace-memory.js'",
  );
  // A clone: by npx at its top, by the shorter path in a folder of it, and whole where the advice is kept.
  const clone = join(process.cwd(), 'packages/agents/bin/workspace-memory.js');
  const there = (of: string | null) => ownCommand({ environment: {}, program: clone, folder: of });
  expect(there(process.cwd())).toBe('npx workspace-memory');
  expect(there(join(process.cwd(), 'packages'))).toBe('node agents/bin/workspace-memory.js');
  expect(there(null)).toBe(`node ${clone}`);
  // The launcher that agents start, and what only uses these modules.
  expect(ran({ PATH: '/nowhere', npm_command: 'exec' }, '/home/ada/programs/workspace-memory.mjs')).toBe(
    'workspace-memory',
  );
});
