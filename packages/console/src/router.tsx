import { createRootRoute, createRoute, createRouter, lazyRouteComponent } from '@tanstack/react-router';
import { NotFound, ViewFailed } from './ui/no-view.tsx';
import { Shell } from './ui/shell.tsx';
import { readCodeState, readGraphState, readSearchState } from './views/address-state.ts';

/** A parameter that a reader leaves out of an address is absent: the router would hand on what stands there. */
const alone =
  <State extends object>(read: (given: Record<string, unknown>) => State) =>
  (given: Record<string, unknown>): State => ({
    ...Object.fromEntries(Object.keys(given).map((name) => [name, undefined])),
    ...read(given),
  });

const root = createRootRoute({ component: Shell, notFoundComponent: NotFound });
const getParentRoute = () => root;

const home = createRoute({
  getParentRoute,
  path: '/',
  component: lazyRouteComponent(() => import('./views/home-view.tsx'), 'HomeView'),
});

const search = createRoute({
  getParentRoute,
  path: '/search',
  validateSearch: alone(readSearchState),
  component: lazyRouteComponent(() => import('./views/search/search-view.tsx'), 'SearchView'),
});

const memory = createRoute({
  getParentRoute,
  path: '/memories/$ref',
  component: lazyRouteComponent(() => import('./views/memory/memory-view.tsx'), 'MemoryView'),
});

const newMemory = createRoute({
  getParentRoute,
  path: '/new',
  component: lazyRouteComponent(() => import('./views/memory/new-memory-view.tsx'), 'NewMemoryView'),
});

const inbox = createRoute({
  getParentRoute,
  path: '/inbox',
  component: lazyRouteComponent(() => import('./views/inbox/inbox-view.tsx'), 'InboxView'),
});

const sessions = createRoute({
  getParentRoute,
  path: '/sessions',
  component: lazyRouteComponent(() => import('./views/sessions/sessions-view.tsx'), 'SessionsView'),
});

const session = createRoute({
  getParentRoute,
  path: '/sessions/$id',
  component: lazyRouteComponent(() => import('./views/sessions/session-view.tsx'), 'SessionView'),
});

const graph = createRoute({
  getParentRoute,
  path: '/graph',
  validateSearch: alone(readGraphState),
  component: lazyRouteComponent(() => import('./views/graph/graph-view.tsx'), 'GraphView'),
});

const documents = createRoute({
  getParentRoute,
  path: '/documents',
  component: lazyRouteComponent(() => import('./views/documents/documents-view.tsx'), 'DocumentsView'),
});

const document = createRoute({
  getParentRoute,
  path: '/documents/$id',
  component: lazyRouteComponent(() => import('./views/documents/document-view.tsx'), 'DocumentView'),
});

const code = createRoute({
  getParentRoute,
  path: '/code',
  validateSearch: alone(readCodeState),
  component: lazyRouteComponent(() => import('./views/code/code-view.tsx'), 'CodeView'),
});

const changes = createRoute({
  getParentRoute,
  path: '/changes',
  component: lazyRouteComponent(() => import('./views/changes-view.tsx'), 'ChangesView'),
});

const operation = createRoute({
  getParentRoute,
  path: '/operation',
  component: lazyRouteComponent(() => import('./views/operation/operation-view.tsx'), 'OperationView'),
});

export const router = createRouter({
  routeTree: root.addChildren([
    home,
    search,
    memory,
    newMemory,
    inbox,
    sessions,
    session,
    graph,
    documents,
    document,
    code,
    changes,
    operation,
  ]),
  defaultPreload: 'intent',
  defaultErrorComponent: ViewFailed,
  scrollRestoration: false,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
