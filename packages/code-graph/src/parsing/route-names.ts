import type { Node } from 'web-tree-sitter';
import type { ValueMatch } from './matches/match.ts';

/** A route as its callers name it: `GET` and `/users/{id}`. */
interface RouteName {
  verb: string;
  path: string;
}

const VERB = /get|post|put|patch|delete|head|options/iu;
/** Go writes the method into the pattern: `mux.HandleFunc("GET /users", users)`. */
const WRITTEN_VERB = /^[A-Z]{3,9}(?= \/)/u;
const CLASS = /^(?:abstract_)?(?:class|interface)_declaration$/u;
const ANNOTATION = /^(?:attribute|(?:marker_)?annotation|decorator)$/u;
/** Between an annotation and the declaration that it is of. */
const LIST = /^(?:attribute_list|modifiers)$/u;
/** A class within more is none that is written. */
const DEPTH_MAX = 40;

/** The names of a file's routes; where an annotation gives their class a path, they begin with it. */
export function routeNames(matches: readonly ValueMatch[]): ReadonlyMap<ValueMatch, RouteName> {
  const routes = matches.filter(({ kind }) => kind === 'route');
  const prefixes = new Map<number, string>();
  for (const route of routes) {
    const itself = annotatedClass(route.node);
    if (itself) prefixes.set(itself.id, annotatedPath(route, itself));
  }
  return new Map(
    routes.map((route) => {
      const written = unquoted(route);
      const verb = WRITTEN_VERB.exec(written)?.[0] ?? VERB.exec(route.verb)?.[0].toUpperCase() ?? 'ANY';
      if (!ANNOTATION.test(route.node.type))
        return [route, { verb, path: written.replace(WRITTEN_VERB, '').trim() }];
      const itself = annotatedClass(route.node);
      const around = itself ?? classAround(route.node);
      const path = annotatedPath(route, around);
      const isWhole = itself || (route.node.type === 'attribute' && /^~?\//u.test(written));
      const prefix = isWhole || !around ? '' : (prefixes.get(around.id) ?? '').replace(/\/$/u, '');
      // Without a path of its own it has its class's; where that is not known, none.
      return [
        route,
        { verb, path: path === '/' && (prefix !== '' || written === '') ? prefix : prefix + path },
      ];
    }),
  );
}

const unquoted = ({ name, verb }: ValueMatch): string =>
  name === verb || name === '()' ? '' : name.replaceAll(/^[@rfbu]{0,2}["'`]|["'`]$/gu, '');

/** Callers begin a path with a slash, however it is written; in C# it may name its class: `api/[controller]`. */
function annotatedPath(route: ValueMatch, around: Node | undefined): string {
  const name = around?.childForFieldName('name')?.text.replace(/Controller$/u, '') ?? '';
  return `/${unquoted(route)
    .replace(/^~?\//u, '')
    .replaceAll(/\[controller\]/giu, name)}`;
}

function annotatedClass(annotation: Node): Node | undefined {
  let of = annotation.parent;
  while (of && LIST.test(of.type)) of = of.parent;
  // `export` stands around the annotations of a class in TypeScript.
  if (of?.type === 'export_statement') of = of.childForFieldName('declaration');
  return of && CLASS.test(of.type) ? of : undefined;
}

function classAround(node: Node): Node | undefined {
  let depth = 0;
  for (let at = node.parent; at && depth < DEPTH_MAX; at = at.parent) {
    if (CLASS.test(at.type)) return at;
    depth += 1;
  }
  return undefined;
}
