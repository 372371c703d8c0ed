import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test, vi } from 'vitest';
import { BlobReader } from '../../../packages/agents/src/tree/blob-reader.ts';
import { Git } from '../../../packages/agents/src/git/git.ts';
import { gitFolder } from '../../support/seeds/git-folder.ts';

test('many files come from one process of git, whatever they hold', async () => {
  const large = 'x'.repeat(900_000);
  const binary = '\0\n\0'.repeat(10);
  const tree = gitFolder({
    'a b.ts': 'one\n',
    'ä/ü.ts': '',
    'large.ts': large,
    'binary.bin': binary,
    'end.ts': 'no end',
  });
  const module = gitFolder({ 'x.ts': 'x' });
  tree.git('-c', 'protocol.file.allow=always', 'submodule', 'add', '-q', module.root, 'module');
  tree.commit('With a module');
  const reader = new BlobReader(new Git(tree.root));
  const text = async (name: string) => (await reader.read(name))?.bytes.toString();
  const names = [
    'a b.ts',
    'none.ts',
    'large.ts',
    'ä',
    'ä/ü.ts',
    'module',
    'x\nHEAD:a b.ts',
    'binary.bin',
    'end.ts',
  ];
  const expected = ['one\n', undefined, large, undefined, '', undefined, undefined, binary, 'no end'];
  expect(await Promise.all(names.map((name) => text(`HEAD:${name}`)))).toEqual(expected);
  expect(await text('nothing:a.ts')).toBeUndefined();
  // A staged file, too; after a rest another process answers.
  await sleep(700);
  tree.write({ 'a b.ts': 'two\n' });
  tree.git('add', '.');
  expect(await text(':a b.ts')).toBe('two\n');
  expect(await text('HEAD:a b.ts')).toBe('one\n');
  // Where there is no repository there are no files.
  expect(await new BlobReader(new Git('/')).read('HEAD:a')).toBeUndefined();
});

test('what is asked in the moment in which the process of git is let go is answered', async () => {
  const tree = gitFolder({ 'a.ts': 'one\n' });
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const reader = new BlobReader(new Git(tree.root));
  for (let round = 0; round < 3; round += 1) {
    expect((await reader.read('HEAD:a.ts'))?.bytes.toString()).toBe('one\n');
    vi.advanceTimersByTime(60_000);
  }
});
