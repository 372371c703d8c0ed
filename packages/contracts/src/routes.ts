import { entriesOf } from './entries-of.ts';
import { routesOf, type HttpNames, type Route, type RouteOf } from './http/route.ts';
import type { Noun } from './verb.ts';
import { nouns, type AllVerbs } from './verbs.ts';

export type RouteName = HttpNames<AllVerbs>;
export type Routes = { [Name in RouteName]: RouteOf<AllVerbs[Name]> };

/** The whole REST interface, from the rows of all nouns. Gateway, client, document and tests read it. */
export const routes = Object.assign({}, ...nouns.map((noun: Noun) => routesOf(noun))) as Routes;

/** The rows as plain `Route`s, for code that walks the table. */
export const routeEntries = entriesOf<RouteName, Route>(routes);
