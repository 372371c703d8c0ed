import { createHash } from 'node:crypto';
import { countOf } from '../../command/print.ts';
import { Git } from '../../git/git.ts';
import { projectOf, type ImportItem, type ImportMachine, type ImportSource } from '../source.ts';
import { judgeCommit, type CommitKind, type JudgedCommit, readCommits, type Commit } from './judge-commit.ts';

/** Files of a commit that are kept: when it touches everything, the first say enough. */
const FILES_MAX = 20;

/** Knowledge in a repository's history: reverts, changes that break users, fixes with their cause, decisions. */
export const gitHistory: ImportSource = {
  id: 'git',
  name: 'Git history',
  takes: 'a working tree or a bare repository',
  async find(machine) {
    const { root, isRepository } = await machine.finder.find(machine.cwd);
    if (!isRepository) return [];
    const count = Number(await new Git(root).ask('rev-list', '--count', '--no-merges', 'HEAD'));
    return count > 0
      ? [{ paths: [root], what: `${countOf(count, 'commit', 'commits')} of this repository` }]
      : [];
  },
  read: (path, machine) => readHistory(path, machine),
};

async function* readHistory(path: string, machine: ImportMachine): AsyncGenerator<ImportItem> {
  const { origin } = await machine.finder.find(path);
  const project = projectOf(path);
  const branch = (await new Git(path).ask('symbolic-ref', '--short', 'HEAD')) || null;
  const id = (commit: Commit) => `git:${origin}:${digestOf(commit)}`;
  const kept = new Map<string, string>();
  const reverts: { source: string; target: string }[] = [];
  for await (const commit of readCommits(path)) {
    const judged = judgeCommit(commit);
    if (!judged) {
      yield {
        kind: 'passed',
        place: commit.hash.slice(0, 12),
        reason: 'commit that says no more than its change',
      };
      continue;
    }
    kept.set(commit.hash, id(commit));
    if (judged.reverts) reverts.push({ source: id(commit), target: judged.reverts });
    yield {
      kind: 'record',
      place: commit.hash.slice(0, 12),
      record: {
        external_id: id(commit),
        title: commit.subject,
        narrative: narrativeOf(commit, judged),
        memory_type: judged.type,
        tags: ['git', judged.kind],
        source_files: commit.files.slice(0, FILES_MAX),
        importance_score: IMPORTANCE[judged.kind],
        created_at: commit.at,
        author: commit.author,
        project,
        branch,
        commit_id: commit.hash,
      },
    };
  }
  for (const { source, target } of reverts) {
    const [, found] = [...kept].find(([hash]) => hash.startsWith(target)) ?? [];
    if (found !== undefined)
      yield {
        kind: 'relationship',
        place: target.slice(0, 12),
        relationship: { source, target: found, relationship_type: 'supersedes', context: 'reverts' },
      };
  }
}

const IMPORTANCE: Record<CommitKind, number> = { revert: 0.7, breaking: 0.7, decision: 0.6, fix: 0.5 };

const SAYS: Record<CommitKind, string> = {
  revert: 'Taken back',
  breaking: 'Breaks what was before',
  fix: 'Fixed',
  decision: 'Decided',
};

/** Subject and date are fields of their own: repeated here they would make all commits of a day seem alike. */
function narrativeOf({ hash }: Commit, { kind, text, reverts }: JudgedCommit): string {
  const what = reverts === undefined ? '' : `, which reverts ${reverts.slice(0, 12)}`;
  return [`${SAYS[kind]} in ${hash.slice(0, 12)}${what}.`, ...(text === '' ? [] : [text])].join('\n\n');
}

/** Digest of a commit that stays when it is rebased or picked: author, time, and subject. */
const digestOf = ({ at, author, subject }: Commit): string =>
  createHash('sha256').update(`${at}\n${author}\n${subject}`).digest('hex').slice(0, 40);
