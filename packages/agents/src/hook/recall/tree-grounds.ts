import { spawn } from 'node:child_process';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { readInstallation, type Home } from '../../home/find-home.ts';
import type { ShownGround } from '@memory/text/recall';
import { isRecord, textOf, type Payload } from '../host/payload.ts';
import type { Project } from '../project/find-project.ts';
import { attempt, parseJson } from '../../home/attempt.ts';

/** The word that has the command judge what it reads. */
const JUDGE = 'judge-anchors';

/** With less left nothing is asked: what the last index says is told. */
const LEAST_MS = 300;
const KEPT_MS = 150;

export interface TreeGroundsOptions {
  home: Home;
  project: Pick<Project, 'root' | 'origin' | 'isRepository'>;
  leftMs: number;
}

/**
 * How the memories of some anchors stand to the working tree, where that was touched since it was indexed: the parsers take
 * longer to load than most events have, so a process of its own is asked, and only then.
 */
export async function treeGrounds(
  anchors: readonly unknown[],
  { home, project, leftMs }: TreeGroundsOptions,
): Promise<Map<string, ShownGround>> {
  const none = new Map<string, ShownGround>();
  const own = anchors.filter(isRecord).filter((anchor) => mayBeOf(anchor, project));
  const timeoutMs = leftMs - KEPT_MS;
  const installed = readInstallation(home);
  if (own.length === 0 || timeoutMs < LEAST_MS || !installed) return none;
  if (!own.some((anchor) => isTouched(project.root, anchor))) return none;
  const said = await judged(installed, { root: project.root, anchors: own }, timeoutMs);
  return new Map(
    Object.entries(isRecord(said) ? said : {}).flatMap(([ref, ground]) => {
      const verdict = isRecord(ground) ? textOf(ground, 'verdict') : undefined;
      const reason = isRecord(ground) ? textOf(ground, 'reason') : undefined;
      return verdict === undefined || reason === undefined ? [] : [[ref, { verdict, reason }]];
    }),
  );
}

/** A repository without a remote is known by its first commit, which only git can tell: the process that judges asks it. */
const mayBeOf = (anchor: Payload, { origin, isRepository }: TreeGroundsOptions['project']): boolean =>
  origin === undefined
    ? isRepository && (textOf(anchor, 'origin') ?? '').startsWith('commit:')
    : anchor['origin'] === origin;

/** Whether what an anchor stands in was written after the index, is not there, or was indexed and not judged by yet. */
function isTouched(root: string, anchor: Payload): boolean {
  if (anchor['content_hash'] === null) return true;
  const path = textOf(anchor, 'now_path', 'path') ?? '';
  return (
    attempt(() => statSync(join(root, path)).mtimeMs > Date.parse(textOf(anchor, 'indexed_at') ?? '')) ?? true
  );
}

/** @returns undefined where it fails, or takes too long */
async function judged(
  { node, bin }: { node: string; bin: string },
  question: { root: string; anchors: readonly Payload[] },
  timeoutMs: number,
): Promise<unknown> {
  const text = await new Promise<string>((resolve) => {
    const child = spawn(node, [bin, JUDGE], {
      stdio: ['pipe', 'pipe', 'ignore'],
      timeout: timeoutMs,
      windowsHide: true,
    });
    const chunks: Buffer[] = [];
    child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
    child.stdin.on('error', () => undefined);
    child.once('error', () => resolve(''));
    child.once('close', (code) => resolve(code === 0 ? Buffer.concat(chunks).toString() : ''));
    child.stdin.end(JSON.stringify(question));
  });
  return parseJson(text);
}
