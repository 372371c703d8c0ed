import { chooseAnchors, mentionsIn, type Anchor, type Mentions } from '@memory/code-graph/anchors';
import {
  findMemoriesToAnchor,
  findNamedSymbols,
  listMemoriesToAnchor,
  writeAnchors,
  writeGrounds,
  type MemoryToAnchor,
  type NamedSymbolRow,
  type NewAnchor,
  type Workspace,
} from '@memory/db';
import { withoutEnd } from '@memory/text/without-end';
import type { Services } from '../services.ts';
import { toAnchorSymbol } from './judge-anchors.ts';

/** Memories read at once, and those that a run takes at most. */
const PAGE = 50;
const MEMORIES_MAX = 20_000;
const NAMES_AT_ONCE = 400;

/**
 * Ties memories to the code they are about, by what the index holds of it now. The history and the working tree, which only
 * the command sees, correct the hashes when a tree is indexed next.
 * @param of these memories; or those of which files of a repository may speak that are not resolved yet
 */
export async function anchorMemories(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  workspace: Workspace,
  of: { ids: readonly string[] } | { repositoryId: string },
): Promise<void> {
  const at = clock();
  const isAgain = 'repositoryId' in of;
  const ids = isAgain ? await findMemoriesToAnchor(db, workspace.id, { ...of, limit: MEMORIES_MAX }) : of.ids;
  for (let start = 0; start < ids.length; start += PAGE) {
    const found = await listMemoriesToAnchor(db, workspace.id, {
      ids: ids.slice(start, start + PAGE),
      isAgain,
    });
    if (found.length === 0) continue;
    const texts = found.map((item) => ({ item, mentions: mentionsIn(textOf(item)) }));
    const symbols = await symbolsOf({ db }, workspace, texts);
    await writeAnchors(db, workspace.id, {
      memories: texts.map(({ item, mentions: { names, paths } }) => ({
        id: item.memory.id,
        revision: item.memory.revision,
        // A word that is not marked as code counts in a file that is named beside it.
        mentions: item.around.is_open
          ? null
          : namesOf(item, { names: names.filter(({ isMarked }) => isMarked), paths }),
      })),
      anchors: texts.flatMap((text) => anchorsOf(text, symbols)),
      at,
      // A command that sees the tree may have tied them meanwhile, to what they speak of.
      readAt: at,
    });
    const memoryIds = found.map(({ memory }) => memory.id);
    await writeGrounds(db, workspace.id, { repositoryId: null, memoryIds, at });
  }
}

const textOf = ({ memory: { title, narrative } }: MemoryToAnchor): string => `${title}\n${narrative}`;

interface MentioningText {
  item: MemoryToAnchor;
  mentions: Mentions;
}

async function symbolsOf(
  { db }: Pick<Services, 'db'>,
  workspace: Workspace,
  texts: readonly MentioningText[],
): Promise<ReadonlyMap<string, NamedSymbolRow[]>> {
  const names = new Set(texts.flatMap(({ item, mentions }) => namesOf(item, mentions)));
  const all = [...names];
  const rows: NamedSymbolRow[] = [];
  for (let start = 0; start < all.length; start += NAMES_AT_ONCE)
    rows.push(
      ...(await findNamedSymbols(db, workspace.id, { names: all.slice(start, start + NAMES_AT_ONCE) })),
    );
  return Map.groupBy(rows, ({ symbol }) => symbol.name.toLowerCase());
}

/** Of symbols, and of the modules that the files are. */
function namesOf(
  { memory, around }: MemoryToAnchor,
  { names, paths }: Pick<Mentions, 'names' | 'paths'>,
): string[] {
  const stems = [...memory.source_files, ...around.edited, ...paths].map((path) =>
    (path.split('/').at(-1) ?? path).replace(/(?<=.)\.[^.]*$/u, ''),
  );
  return [...names.flatMap(({ name, ends }) => [name, ...ends]), ...stems].map((name) => name.toLowerCase());
}

function anchorsOf(
  { item, mentions }: MentioningText,
  symbols: ReadonlyMap<string, readonly NamedSymbolRow[]>,
): NewAnchor[] {
  const rows = [...new Set(namesOf(item, mentions))]
    .flatMap((name) => symbols.get(name) ?? [])
    .filter((row) => isOfProject(item.around.project, row));
  const anchors = chooseAnchors(
    { mentions, files: item.memory.source_files, edited: item.around.edited },
    rows.map(({ symbol }) => toAnchorSymbol(symbol)),
  );
  const repositories = new Map(rows.map((row) => [row.symbol.repository_id, row]));
  return anchors.flatMap((anchor) => {
    const repository = repositories.get(anchor.repository);
    return repository ? [newAnchor(item.memory.id, anchor, repository)] : [];
  });
}

const newAnchor = (
  memoryId: string,
  anchor: Anchor,
  { commit_id, committed_at, indexed_at }: NamedSymbolRow,
): NewAnchor => ({
  memory_id: memoryId,
  repository_id: anchor.repository,
  path: anchor.path,
  name: anchor.name,
  kind: anchor.kind,
  reason: anchor.reason,
  source: 'index',
  signature_hash: anchor.signatureHash,
  body_hash: anchor.bodyHash,
  value: anchor.value,
  commit_id,
  grounded_at: committed_at ?? indexed_at,
});

/** Whether a memory of a project may speak of a repository: where either is unknown it may. */
function isOfProject(project: string | null, { repository, origin }: NamedSymbolRow): boolean {
  if (project === null) return true;
  const last = (text: string) => withoutEnd(text.toLowerCase(), '/').split('/').at(-1);
  const isNamed = origin !== null && !/^(?:commit|folder):/u.test(origin);
  return last(project) === last(isNamed ? origin : repository) || last(project) === repository.toLowerCase();
}
