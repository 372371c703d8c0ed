import { routeEntries, type Method, type RouteName } from '@memory/contracts';

export interface RouteMatch {
  name: RouteName;
  /** Decoded path parameters. */
  parameters: Record<string, string>;
}

interface Pattern {
  name: RouteName;
  method: Method;
  fixedSegments: number;
  /** A session may be named `start`, but no memory can be named `store`. */
  takesAnyName: boolean;
  expression: RegExp;
}

/** The table's paths as expressions; `sessionId` is what a session id may hold. The most specific come first. */
function compile(sessionId: string): Pattern[] {
  return routeEntries
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

const strict = compile('[^/]+');
// The shortest id that fits: one slash at the end of a path is never part of what stands before it.
const loose = compile('.+?');

/**
 * The route that a decoded path and a method mean, or the methods that the path knows (none: no such path). The words
 * that stand in paths (`/memories/store`) are never read as the identifier of a memory. A session id with a slash, which
 * the gateway has decoded by now, is looked for only when nothing else fits: it reaches to the known end of the path.
 */
export function matchRoute(method: string, path: string): { match?: RouteMatch; allow: Method[] } {
  const found = matches(strict, path);
  const candidates = mostSpecific(found.length > 0 ? found : matches(loose, path), found.length > 0);
  const chosen = candidates.find(({ pattern }) => pattern.method === method);
  return {
    ...(chosen ? { match: { name: chosen.pattern.name, parameters: chosen.parameters } } : {}),
    allow: [...new Set(candidates.map(({ pattern }) => pattern.method))],
  };
}

function matches(patterns: Pattern[], path: string) {
  return patterns.flatMap((pattern) => {
    const match = pattern.expression.exec(path);
    return match ? [{ pattern, parameters: { ...match.groups } }] : [];
  });
}

const mostSpecific = <Match extends { pattern: Pattern }>(found: Match[], keepNames: boolean): Match[] =>
  found.filter(
    ({ pattern }) =>
      pattern.fixedSegments === found[0]?.pattern.fixedSegments || (keepNames && pattern.takesAnyName),
  );
