import { execFile } from 'node:child_process';
import { dirname } from 'node:path';
import { promisify } from 'node:util';
import { judgeCommit } from '../git/judge-commit.ts';
import { readJsonFile, isObject, objectsIn, textIn, type JsonObject } from '../json.ts';
import { isFolder } from '../files.ts';
import type { ImportItem, ImportSource } from '../source.ts';

/** As many as GitHub lists within a minute. */
const LIMIT = 1_000;
const TIMEOUT_MS = 300_000;
const FIELDS =
  'number,title,body,author,mergedAt,createdAt,updatedAt,url,files,mergeCommit,baseRefName,labels,reviews';
const FILES_MAX = 20;

export const pullRequests: ImportSource = {
  id: 'github',
  name: 'GitHub pull requests',
  takes: 'a working tree of a repository on GitHub, or what `gh pr list --json` wrote',
  async find(machine) {
    const { root, origin } = await machine.finder.find(machine.cwd);
    if (!origin.startsWith('github.com/') || (await gh(root, ['auth', 'status'])) === undefined) return [];
    return [{ paths: [root], what: `merged pull requests of ${origin}` }];
  },
  async *read(path, { finder }) {
    const isTree = await isFolder(path);
    const { origin } = await finder.find(isTree ? path : dirname(path));
    const listed: unknown = isTree ? await listMerged(path) : await readJsonFile(path);
    for (const pull of objectsIn(listed)) yield itemOf(pull, origin);
  },
};

async function listMerged(root: string): Promise<unknown> {
  const answer = await gh(root, [
    'pr',
    'list',
    '--state',
    'merged',
    '--limit',
    String(LIMIT),
    '--json',
    FIELDS,
  ]);
  if (answer === undefined)
    throw new Error('`gh` does not answer. Install it from cli.github.com, and log in: gh auth login.');
  try {
    return JSON.parse(answer);
  } catch (cause) {
    throw new Error('`gh` did not list pull requests as JSON: a newer one does.', { cause });
  }
}

async function gh(root: string, args: string[]): Promise<string | undefined> {
  try {
    const { stdout } = await promisify(execFile)('gh', args, {
      cwd: root,
      timeout: TIMEOUT_MS,
      maxBuffer: 512 * 1_024 * 1_024,
    });
    return stdout;
  } catch {
    return undefined;
  }
}

function itemOf(pull: JsonObject, origin: string): ImportItem {
  const url = textIn(pull, 'url');
  // As hooks have it: the remote.
  const [, project = origin] = /^https:\/\/(github\.com\/[^/]{1,100}\/[^/]{1,100})\//u.exec(url ?? '') ?? [];
  const place = `#${String(pull['number'])}`;
  const title = textIn(pull, 'title');
  const author = isObject(pull['author']) ? (textIn(pull['author'], 'login') ?? '') : '';
  const files = objectsIn(pull['files']).flatMap((file) => textIn(file, 'path') ?? []);
  if (title === undefined || typeof pull['number'] !== 'number')
    return { kind: 'passed', place: url ?? 'an entry without a number', reason: 'no pull request' };
  const judged = judgeCommit({
    hash: '',
    at: '',
    author,
    authorName: isObject(pull['author']) && pull['author']['is_bot'] === true ? '[bot]' : author,
    subject: title,
    body: textIn(pull, 'body') ?? '',
    files,
  });
  if (!judged) return { kind: 'passed', place, reason: 'pull request that says no more than its change' };
  const reviews = objectsIn(pull['reviews']).flatMap((review) => {
    const text = textIn(review, 'body');
    const by = isObject(review['author']) ? textIn(review['author'], 'login') : undefined;
    return text === undefined || text.length < 80 ? [] : [`${by ?? 'Review'}: ${text}`];
  });
  const commit = isObject(pull['mergeCommit']) ? textIn(pull['mergeCommit'], 'oid') : undefined;
  return {
    kind: 'record',
    place,
    record: {
      external_id: `github:${url ?? `${origin}${place}`}`,
      title: `${title} (${place})`,
      narrative: [judged.text === '' ? title : judged.text, ...reviews].join('\n\n'),
      memory_type: judged.type,
      tags: [
        'pull-request',
        judged.kind,
        ...objectsIn(pull['labels']).flatMap((label) => textIn(label, 'name') ?? []),
      ],
      source_files: files.slice(0, FILES_MAX),
      importance_score: 0.6,
      created_at: textIn(pull, 'mergedAt', 'createdAt') ?? null,
      updated_at: textIn(pull, 'updatedAt') ?? null,
      author,
      project,
      branch: textIn(pull, 'baseRefName') ?? null,
      commit_id: commit ?? null,
    },
  };
}
