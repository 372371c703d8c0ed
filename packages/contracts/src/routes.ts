import { entriesOf } from './entries-of.ts';
import { routesOf, type HttpNames, type Route, type RouteOf } from './http/route.ts';
import type { Noun } from './verb.ts';
import { nouns, type AllVerbs } from './verbs.ts';

export type RouteName = HttpNames<AllVerbs>;
export type Routes = { [Name in RouteName]: RouteOf<AllVerbs[Name]> };

export const routes = Object.assign({}, ...nouns.map((noun: Noun) => routesOf(noun))) as Routes;

export const routeEntries = entriesOf<RouteName, Route>(routes);
