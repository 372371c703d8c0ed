import type { Node } from 'web-tree-sitter';

/** The syntax of a file as a list of words, and where in it each node that was asked for stands. */
export interface TreeTokens {
  tokens: string[];
  /** First and behind the last token of a node, by its id. */
  ranges: ReadonlyMap<number, readonly [number, number]>;
  /** Where time ran out the list ends early, and tells nothing. */
  isCut: boolean;
}

/** Brackets for clarity or line breaks mean the same as none. */
const GROUPING = new Set(['parenthesized_expression', 'parenthesized_statements']);
const CLOSING = new Set([')', ']', '}', '>']);
const QUOTE = /^(?<prefix>[a-zA-Z]{0,2})(?<quotes>'|''')$/;

/** Nodes between two looks at the clock. */
const STRIDE = 4_096;

/**
 * Reads a tree without what formatters and writers of comments change: white space, comments, docstrings, the kind of quotes,
 * commas before a closing bracket, semicolons, brackets around an expression. What stands in what is kept, as indentation says
 * it in Python.
 * @param wanted nodes whose place is asked for
 */
export function readTokens(
  root: Node,
  source: string,
  { wanted, isLate }: { wanted: readonly Node[]; isLate: () => boolean },
): TreeTokens {
  const cursor = root.walk();
  // Each question to the cursor costs more than all else that is done with a node, so few are asked.
  const ids = new Set(wanted.map(({ id }) => id));
  const starts = new Set(wanted.map(({ startIndex }) => startIndex));
  const { types } = root.tree.language;
  const named = new Map<number, boolean>();
  const isNamedType = (typeId: number): boolean => {
    const isNamed = named.get(typeId) ?? cursor.nodeIsNamed;
    named.set(typeId, isNamed);
    return isNamed;
  };
  const tokens: string[] = [];
  const ranges = new Map<number, readonly [number, number]>();
  const open: {
    id: number | undefined;
    type: string;
    start: number;
    end: number;
    isMarked: boolean;
    hasStatement: boolean;
  }[] = [];
  let [visited, isCut] = [0, false];
  /** Behind what was read last. */
  let readTo = root.startIndex;

  /** Some grammars have no node for the text around escapes: it counts all the same. */
  const readUpTo = (place: number) => {
    if (place <= readTo) return;
    const between = source.slice(readTo, place).trim();
    if (between !== '') tokens.push(between);
    readTo = place;
  };
  const push = (token: string) => {
    if (CLOSING.has(token) && tokens.at(-1) === ',') tokens.pop();
    tokens.push(token);
  };
  const close = () => {
    const node = open.pop();
    if (!node) return;
    readUpTo(node.end);
    if (node.isMarked) tokens.push('⟩');
    if (node.id !== undefined) ranges.set(node.id, [node.start, tokens.length]);
  };
  /** @returns whether the node was entered */
  const visit = (): boolean => {
    const { nodeTypeId: typeId, startIndex: start, endIndex: end } = cursor;
    const type = types[typeId] ?? 'ERROR';
    readUpTo(start);
    const parent = open.at(-1);
    if (
      type === ';' ||
      type === 'line_continuation' ||
      type.includes('comment') ||
      (GROUPING.has(parent?.type ?? '') && (type === '(' || type === ')'))
    ) {
      readTo = end;
      return false;
    }
    const nodeId = starts.has(start) ? cursor.nodeId : undefined;
    const id = nodeId !== undefined && ids.has(nodeId) ? nodeId : undefined;
    const isNamed = isNamedType(typeId);
    const isFirst = isNamed && parent?.hasStatement === false;
    if (parent && isNamed) parent.hasStatement = true;
    if (!cursor.gotoFirstChild()) {
      readTo = end;
      const text = isNamed ? source.slice(start, end) : type;
      const at = tokens.length;
      if (text !== '') push(text.replace(QUOTE, unified));
      if (id !== undefined) ranges.set(id, [at, tokens.length]);
      return false;
    }
    // A docstring: the first statement of a block, a string and nothing else.
    if (isFirst && type === 'expression_statement' && cursor.nodeType === 'string') {
      const isAlone = !cursor.gotoNextSibling();
      cursor.gotoParent();
      if (isAlone) {
        readTo = end;
        return false;
      }
      cursor.gotoFirstChild();
    }
    const isMarked = isNamed && !GROUPING.has(type);
    const isBlock = type === 'block' || type === 'module';
    open.push({ id, type, start: tokens.length, end, isMarked, hasStatement: !isBlock });
    if (isMarked) tokens.push(`⟨${type}`);
    return true;
  };

  try {
    let isEntered = visit();
    while (open.length > 0) {
      visited += 1;
      if (visited % STRIDE === 0 && isLate()) {
        isCut = true;
        break;
      }
      if (isEntered || cursor.gotoNextSibling()) isEntered = visit();
      else {
        cursor.gotoParent();
        close();
      }
    }
  } finally {
    cursor.delete();
  }
  return { tokens, ranges, isCut };
}

const unified = (quote: string): string => quote.replaceAll("'", '"').toLowerCase();
