import type { Node } from 'web-tree-sitter';
import type { ImportMatch } from './match.ts';

/** Where clauses of JavaScript take their names from, by the ids of their nodes; null for one that names what the file has. */
export type Clauses = Map<number, { line: number; specifier: string } | null>;

/** Parts of an import or export: a query that waits for the source behind each of a thousand names takes ten seconds. */
const CLAUSES = new Set(['import_clause', 'named_imports', 'export_clause']);

export function importMatch(nodes: ReadonlyMap<string, Node>, clauses: Clauses): ImportMatch | undefined {
  const node = nodes.get('import');
  const texts = new Map(
    [...nodes].filter(([name]) => name !== 'import').map(([name, one]) => [name, one.text]),
  );
  if (!node || !CLAUSES.has(node.type)) return { line: (node?.startPosition.row ?? 0) + 1, texts };
  const known = clauses.get(node.id);
  const found = known === undefined ? clauseOf(node) : known;
  clauses.set(node.id, found);
  return found ? { line: found.line, texts: texts.set('specifier', found.specifier) } : undefined;
}

function clauseOf(clause: Node) {
  let statement = clause.parent;
  while (statement?.type === 'import_clause') statement = statement.parent;
  const text = statement?.childForFieldName('source')?.firstNamedChild;
  return statement && text?.type === 'string_fragment'
    ? { line: statement.startPosition.row + 1, specifier: text.text }
    : null;
}
