import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { type FileIndex, parseFile } from '@memory/code-graph';
import { describe, expect, it } from 'vitest';
import { type ReadCall, scoreCalls } from './call-sample.ts';

const samples = fileURLToPath(new URL('../../fixtures/code/samples/', import.meta.url));

/** The files of a sample, and the calls written down at the ends of their lines as `name=target`. */
async function readSample(language: string): Promise<{ files: FileIndex[]; calls: ReadCall[] }> {
  const root = path.join(samples, language);
  const files: FileIndex[] = [];
  const calls: ReadCall[] = [];
  for (const entry of await readdir(root, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const file = path.relative(root, path.join(entry.parentPath, entry.name)).replaceAll(path.sep, '/');
    const source = await readFile(path.join(root, file), 'utf8');
    const index = await parseFile(file, source);
    if (index) files.push(index);
    for (const [at, text] of source.split('\n').entries()) {
      for (const note of /(?:\/\/|#)> (.*)$/.exec(text)?.[1]?.split(' ') ?? []) {
        const [name = '', target = '-'] = note.split('=');
        calls.push({ path: file, line: at + 1, name, target: target === '-' ? null : target });
      }
    }
  }
  return { files, calls };
}

describe('calls of projects written for this test', () => {
  it.each(['typescript', 'python'])('%s', async (language) => {
    const { files, calls } = await readSample(language);
    const score = scoreCalls(files, calls);
    expect(score.calls).toBeGreaterThanOrEqual(100);
    // Measured: all found are right; what is missed are elements of collections, whose types nothing names.
    expect(score.precision, score.wrong.join('\n')).toBeGreaterThanOrEqual(0.98);
    expect(score.recall, score.wrong.join('\n')).toBeGreaterThanOrEqual(0.95);
  });
});

/** Files of others with the calls read in them; undefined when one is absent or of another version than was read. */
async function readForeign(
  facts: string,
  root: string,
): Promise<{ files: FileIndex[]; calls: ReadCall[] } | undefined> {
  const files: FileIndex[] = [];
  const calls: ReadCall[] = [];
  let file = '';
  for (const fact of (await readFile(path.join(samples, facts), 'utf8')).trim().split('\n')) {
    const [first = '', second = '', third = ''] = fact.split(' ');
    if (first === '#') continue;
    if (first !== 'file') {
      calls.push({ path: file, line: Number(first), name: second, target: third === '-' ? null : third });
      continue;
    }
    file = second;
    const content = await readFile(path.join(root, file)).catch(() => undefined); // Absent on this machine
    if (!content || createHash('sha256').update(content).digest('hex') !== third) return undefined;
    const index = await parseFile(file, content.toString('utf8'));
    if (index) files.push(index);
  }
  return { files, calls };
}

async function standardLibrary(): Promise<string> {
  const print = 'import sysconfig; print(sysconfig.get_path("stdlib"))';
  const { stdout } = await promisify(execFile)('python3', ['-c', print]).catch(() => ({ stdout: '' })); // No Python here
  return stdout.trim();
}

describe('calls in files of others', () => {
  it.each([
    ['npm-packages.txt', async () => fileURLToPath(new URL('../../../node_modules/', import.meta.url))],
    ['python-standard-library.txt', standardLibrary],
  ])('%s', async (facts, rootOf) => {
    const sample = await readForeign(facts, await rootOf());
    if (!sample)
      return console.log(`skipped: the files ${facts} speaks of are not here in the version that was read`);
    const score = scoreCalls(sample.files, sample.calls);
    expect(score.calls).toBeGreaterThanOrEqual(100);
    expect(score.precision, score.wrong.join('\n')).toBeGreaterThanOrEqual(0.98);
    expect(score.recall, score.wrong.join('\n')).toBeGreaterThanOrEqual(0.9);
  });
});
