import { entriesOf } from './entries-of.ts';
import type { Route } from './http/route.ts';
import { branchRoutes } from './routes/branch-routes.ts';
import { changeRoutes } from './routes/change-routes.ts';
import { codeRoutes } from './routes/code-routes.ts';
import { contradictionRoutes } from './routes/contradiction-routes.ts';
import { documentRoutes } from './routes/document-routes.ts';
import { forgetRoutes } from './routes/forget-routes.ts';
import { glossaryRoutes } from './routes/glossary-routes.ts';
import { groundRoutes } from './routes/ground-routes.ts';
import { importRoutes } from './routes/import-routes.ts';
import { keyRoutes } from './routes/key-routes.ts';
import { memoryRoutes } from './routes/memory-routes.ts';
import { recordRoutes } from './routes/record-routes.ts';
import { relationshipRoutes } from './routes/relationship-routes.ts';
import { serviceRoutes } from './routes/service-routes.ts';
import { sessionRoutes } from './routes/session-routes.ts';

/** The whole REST interface. Handlers, gateway, client, document and tests read these rows and no others. */
export const routes = {
  ...memoryRoutes,
  ...relationshipRoutes,
  ...contradictionRoutes,
  ...groundRoutes,
  ...branchRoutes,
  ...glossaryRoutes,
  ...sessionRoutes,
  ...documentRoutes,
  ...codeRoutes,
  ...changeRoutes,
  ...forgetRoutes,
  ...importRoutes,
  ...recordRoutes,
  ...serviceRoutes,
  ...keyRoutes,
} as const;

export type Routes = typeof routes;
export type RouteName = keyof Routes;

/** The rows as plain `Route`s, for code that walks the table. */
export const routeEntries = entriesOf<RouteName, Route>(routes);
