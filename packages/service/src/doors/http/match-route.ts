import type { Method, Route } from '@memory/contracts';

export interface RouteMatch<Name extends string> {
  name: Name;
  parameters: Record<string, string>;
}

interface Pattern<Name extends string> {
  name: Name;
  method: Method;
  fixedSegments: number;
  /** A session may be named `start`, but no memory can be named `store`. */
  takesAnyName: boolean;
  expression: RegExp;
}

type Entries<Name extends string> = readonly (readonly [Name, Pick<Route, 'method' | 'path'>])[];

/** A table's paths as expressions; `sessionId` is what a session id may hold. The most specific come first. */
function compile<Name extends string>(entries: Entries<Name>, sessionId: string): Pattern<Name>[] {
  return entries
    .map(([name, { method, path }]) => ({
      name,
      method,
      fixedSegments: path.split('/').filter((segment) => segment && !segment.startsWith('{')).length,
      takesAnyName: path.includes('{session_id}'),
      expression: new RegExp(
        `^${path
          .replace(/\/$/u, '')
          .replaceAll('.', String.raw`\.`)
          .replaceAll('{session_id}', `(?<session_id>${sessionId})`)
          .replaceAll(/\{(\w+)\}/gu, '(?<$1>[^/]+)')}/?$`,
        'su',
      ),
    }))
    .toSorted((a, b) => b.fixedSegments - a.fixedSegments);
}

/**
 * Matches a method and a decoded path against a table: the route that they mean, or the methods that the path knows (none: no
 * such path). The words that stand in paths (`/memories/store`) are never read as the identifier of a memory. A session id with
 * a slash, which the gateway has decoded by now, is looked for only when nothing else fits: it reaches to the known end of the path.
 */
export function routeMatcher<Name extends string>(entries: Entries<Name>) {
  const strict = compile(entries, '[^/]+');
  // The shortest id that fits: one slash at the end of a path is never part of what stands before it.
  const loose = compile(entries, '.+?');
  return (method: string, path: string): { match?: RouteMatch<Name>; allow: Method[] } => {
    const found = matches(strict, path);
    const candidates = mostSpecific(found.length > 0 ? found : matches(loose, path), found.length > 0);
    const chosen = candidates.find(({ pattern }) => pattern.method === method);
    return {
      ...(chosen ? { match: { name: chosen.pattern.name, parameters: chosen.parameters } } : {}),
      allow: [...new Set(candidates.map(({ pattern }) => pattern.method))],
    };
  };
}

function matches<Name extends string>(patterns: Pattern<Name>[], path: string) {
  return patterns.flatMap((pattern) => {
    const match = pattern.expression.exec(path);
    return match ? [{ pattern, parameters: { ...match.groups } }] : [];
  });
}

const mostSpecific = <Match extends { pattern: Pattern<string> }>(
  found: Match[],
  keepNames: boolean,
): Match[] =>
  found.filter(
    ({ pattern }) =>
      pattern.fixedSegments === found[0]?.pattern.fixedSegments || (keepNames && pattern.takesAnyName),
  );
