import { type FileIndex, resolveEdges } from '@memory/code-graph';

/** One call as a person read it: who it calls by qualified name, or null when that is nothing of the tree. */
export interface ReadCall {
  path: string;
  line: number;
  name: string;
  target: string | null;
}

export interface Score {
  calls: number;
  /** Of the calls for which a target was found, how many have the right one: 0..1. */
  precision: number;
  /** Of the calls of something in the tree, how many found it: 0..1. */
  recall: number;
  /** Calls that were read differently, one line each. */
  wrong: string[];
}

/** Compares what was resolved with what was read. Each call is resolved alone, so that nothing hides behind its neighbours. */
export function scoreCalls(files: readonly FileIndex[], read: readonly ReadCall[]): Score {
  const wrong: string[] = [];
  let [found, right, expected] = [0, 0, 0];
  for (const call of read) {
    const targets = resolvedTargets(files, call);
    const isRight = call.target === null ? targets.length === 0 : targets.includes(call.target);
    if (targets.length > 0) found += 1;
    if (call.target !== null) expected += 1;
    if (isRight && call.target !== null) right += 1;
    if (!isRight)
      wrong.push(
        `${call.path}:${call.line} ${call.name}: ${targets.join(' or ') || 'nothing'} instead of ${call.target}`,
      );
  }
  return { calls: read.length, precision: right / found, recall: right / expected, wrong };
}

function resolvedTargets(files: readonly FileIndex[], { path, line, name }: ReadCall): string[] {
  const file = files.find((one) => one.path === path);
  const around = file?.symbols
    .filter(
      ({ kind, startLine, endLine }) =>
        ['function', 'class', 'module'].includes(kind) && startLine <= line && line <= endLine,
    )
    .sort((a, b) => b.startLine - a.startLine || a.endLine - b.endLine);
  // A definition on one line stands inside another's line range: its calls may be of either.
  const keys = new Set(
    around
      ?.filter(({ startLine }) => startLine === line || startLine === around[0]?.startLine)
      .map(({ key }) => key),
  );
  const named =
    file?.references.filter((one) => one.kind === 'calls' && one.name === name && keys.has(one.from)) ?? [];
  const onLine = named.filter((one) => one.line === line);
  // A call which looks like an earlier one of the same function is kept once, with the line of the first.
  const references = onLine.length > 0 ? onLine : named.filter((one) => one.line <= line);
  const targets = references.flatMap((reference) => {
    const alone = files.map((one) =>
      one === file
        ? { ...one, references: [...one.references.filter(({ kind }) => kind !== 'calls'), reference] }
        : one,
    );
    const { edges } = resolveEdges(alone, { only: new Set([path]) });
    return edges
      .filter(({ kind }) => kind === 'calls')
      .map(({ target }) => target.slice(target.indexOf('#') + 1));
  });
  return [...new Set(targets)];
}
