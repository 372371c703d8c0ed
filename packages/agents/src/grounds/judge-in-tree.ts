import { text } from 'node:stream/consumers';
import { ShownAnchor } from '@memory/contracts';
import { printable } from '@memory/text/printable';
import * as z from 'zod';
import { OriginFinder } from '../tree/find-origin.ts';
import {
  anchorToJudge,
  describeGround,
  judgeAnchor,
  type AnchorSymbol,
  type Ground,
  type JudgedAnchor,
  knownSymbols,
  lastName,
} from '@memory/code-graph/anchors';
import { loadGrammars, SourceTree } from '../tree/source-tree.ts';

type Judged = JudgedAnchor['judged'];

const Question = z.object({ root: z.string(), anchors: z.array(ShownAnchor) });

/** Judges for a hook in its own process: `{ root, anchors }` on the standard input, verdicts by memory on the output. */
export async function judgeAnchorsOfInput(): Promise<void> {
  const { root, anchors } = Question.parse(JSON.parse(await text(process.stdin)));
  // The grammar is loaded while git is asked.
  loadGrammars([anchors[0]?.path ?? ''], 'symbols');
  const { origin } = await new OriginFinder({ cwd: root }).find(root);
  const own = anchors.filter((anchor) => anchor.origin === origin);
  const judged = await judgeInTree(openWorkingTree(root), own);
  process.stdout.write(printable(JSON.stringify(Object.fromEntries(judged))));
}

const FILES_CHANGED_MAX = 40;

/** A tree whose answers are waited for: few files are read for a name, and git has little time. */
export const openWorkingTree = (root: string): SourceTree =>
  new SourceTree(root, { filesOfNameMax: 40, timeoutMs: 1_500 });

/**
 * How memories stand to the code of a working tree, by their anchors. A file that is as it was indexed says what the index
 * says; the others are read, and where something is not in its place, those that hold its name and those that changed.
 */
export async function judgeInTree(
  tree: SourceTree,
  anchors: readonly ShownAnchor[],
): Promise<Map<string, Ground>> {
  const judged = await Promise.all(anchors.map((anchor) => asIndexed(tree, anchor)));
  const open = anchors.filter((_, place) => judged[place] === undefined);
  const symbols = new Map<string, AnchorSymbol[]>();
  const read = async (paths: readonly string[]) => {
    const unread = [...new Set(paths)].filter((path) => !symbols.has(path));
    await Promise.all(unread.map(async (path) => symbols.set(path, await tree.symbols(path, null))));
  };
  await read(open.flatMap(({ path, now_path: now }) => [path, now ?? path]));
  const displaced = open.filter((anchor) => !isInPlace(anchor, symbols));
  if (displaced.length > 0) {
    const names = displaced
      .filter(({ kind }) => kind === 'symbol')
      .map(({ name, now_name: now }) => lastName(now ?? name));
    const unknown = () => [];
    const [named, changes] = await Promise.all([
      tree.filesWith([...new Set(names)], null).catch(unknown),
      tree.changes('HEAD', null).catch(unknown),
    ]);
    await read([...named, ...changes.flatMap(({ after }) => after ?? []).slice(0, FILES_CHANGED_MAX)]);
  }
  const known = knownSymbols([...symbols.values()].flat());
  const asNow = await Promise.all(
    anchors.map((anchor, place) =>
      asWritten(tree, anchor, judged[place] ?? judgeAnchor(anchorToJudge(anchor), known)),
    ),
  );
  const byMemory = Map.groupBy(
    anchors.map((anchor, place): [string, JudgedAnchor] => [
      anchor.memory,
      {
        ...anchor,
        commit: anchor.commit_id,
        groundedAt: anchor.grounded_at,
        judged: asNow[place] ?? UNKNOWN,
      },
    ]),
    ([memory]) => memory,
  );
  return new Map(
    [...byMemory].flatMap(([memory, own]) => {
      const ground = describeGround(own.map(([, anchor]) => anchor));
      return ground ? [[memory, ground]] : [];
    }),
  );
}

const UNKNOWN: Judged = { verdict: 'unknown', path: null, name: null };

/** An author who edits a function and then says why speaks of the new one, though the index knows the old one. */
async function asWritten(
  tree: SourceTree,
  { said_at: saidAt }: ShownAnchor,
  judged: Judged,
): Promise<Judged> {
  if (saidAt === null || judged.verdict !== 'changed' || judged.path === null) return judged;
  const { path, name } = judged;
  return (await tree.isUntouchedSince(path, saidAt)) ? { verdict: 'current', path, name } : judged;
}

/** The verdict by the index, where it has read the very file; undefined else. */
async function asIndexed(tree: SourceTree, anchor: ShownAnchor): Promise<Judged | undefined> {
  const { content_hash: hash, now_path: path, now_name: name, verdict, part } = anchor;
  if (anchor.body_hash === null) return UNKNOWN;
  if (hash === null || verdict === 'gone' || verdict === 'unknown') return undefined;
  if ((await tree.hashOf(path ?? anchor.path)) !== hash) return undefined;
  return {
    verdict,
    path: path ?? anchor.path,
    name: name ?? anchor.name,
    part: part ?? undefined,
  };
}

/** Whether something of its name stands where it stood. */
function isInPlace(
  { kind, path, name, now_path: nowPath, now_name: nowName }: ShownAnchor,
  symbols: ReadonlyMap<string, readonly AnchorSymbol[]>,
): boolean {
  const has = (at: string, of: string) =>
    (symbols.get(at) ?? []).some((symbol) =>
      kind === 'file' ? symbol.kind === 'module' : symbol.qualifiedName === of && symbol.size !== 0,
    );
  return has(nowPath ?? path, nowName ?? name) || has(path, name);
}
