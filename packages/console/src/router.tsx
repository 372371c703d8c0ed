import { createRootRoute, createRoute, createRouter, lazyRouteComponent } from '@tanstack/react-router';
import { NotFound, ViewFailed } from './ui/no-view.tsx';
import { Shell } from './ui/shell.tsx';
import { views } from './views.ts';
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
  component: lazyRouteComponent(views['/'], 'HomeView'),
});

const search = createRoute({
  getParentRoute,
  path: '/search',
  validateSearch: alone(readSearchState),
  component: lazyRouteComponent(views['/search'], 'SearchView'),
});

const memory = createRoute({
  getParentRoute,
  path: '/memories/$ref',
  component: lazyRouteComponent(views['/memories/'], 'MemoryView'),
});

const newMemory = createRoute({
  getParentRoute,
  path: '/new',
  component: lazyRouteComponent(views['/new'], 'NewMemoryView'),
});

const inbox = createRoute({
  getParentRoute,
  path: '/inbox',
  component: lazyRouteComponent(views['/inbox'], 'InboxView'),
});

const sessions = createRoute({
  getParentRoute,
  path: '/sessions',
  component: lazyRouteComponent(views['/sessions'], 'SessionsView'),
});

const session = createRoute({
  getParentRoute,
  path: '/sessions/$id',
  component: lazyRouteComponent(views['/sessions/'], 'SessionView'),
});

const graph = createRoute({
  getParentRoute,
  path: '/graph',
  validateSearch: alone(readGraphState),
  component: lazyRouteComponent(views['/graph'], 'GraphView'),
});

const documents = createRoute({
  getParentRoute,
  path: '/documents',
  component: lazyRouteComponent(views['/documents'], 'DocumentsView'),
});

const document = createRoute({
  getParentRoute,
  path: '/documents/$id',
  component: lazyRouteComponent(views['/documents/'], 'DocumentView'),
});

const code = createRoute({
  getParentRoute,
  path: '/code',
  validateSearch: alone(readCodeState),
  component: lazyRouteComponent(views['/code'], 'CodeView'),
});

const changes = createRoute({
  getParentRoute,
  path: '/changes',
  component: lazyRouteComponent(views['/changes'], 'ChangesView'),
});

const operation = createRoute({
  getParentRoute,
  path: '/operation',
  component: lazyRouteComponent(views['/operation'], 'OperationView'),
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
