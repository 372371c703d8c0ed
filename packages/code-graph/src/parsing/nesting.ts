import type { Tree } from 'web-tree-sitter';

/** Brackets around a place. People nest ten declarations, a generated table some hundred expressions. */
const BRACKETS_MAX = 400;
/** Nodes around a node: what stands in what is read by squares of it. */
const NODES_MAX = 1_000;
/** Places of a tree where its depth is looked at: what is nested by the thousand is most of its file. */
const SAMPLES = 400;
const TOKEN = /"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|[()[\]{}]/gu;

/** Whether brackets are nested deeper than anybody writes them: a parser takes gigabytes for some of that. */
export function isTooDeep(source: string): boolean {
  let depth = 0;
  for (const [token] of source.matchAll(TOKEN)) {
    if (token === '(' || token === '[' || token === '{') depth += 1;
    else if (token === ')' || token === ']' || token === '}') depth = Math.max(0, depth - 1);
    if (depth > BRACKETS_MAX) return true;
  }
  return false;
}

/** The same of what words and indentation nest, as in Ruby and Python. */
export function isDeepTree(tree: Tree): boolean {
  const cursor = tree.walk();
  try {
    const count = tree.rootNode.descendantCount;
    for (let at = 0; at < count; at += Math.max(1, Math.floor(count / SAMPLES))) {
      cursor.gotoDescendant(at);
      if (cursor.currentDepth > NODES_MAX) return true;
    }
    return false;
  } finally {
    cursor.delete();
  }
}
