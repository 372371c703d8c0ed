import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import {
  RouterProvider,
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  type RouteComponent,
  Link,
  type ErrorComponentProps,
} from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { ClientError } from '@memory/client';
import { SessionGate } from './session/session-gate.tsx';
import { messageOf } from './ui/message-of.ts';
import { Shell } from './ui/shell.tsx';
import { ToastsProvider } from './ui/toasts.tsx';
import { views } from './views.ts';
import { readCodeState, readGraphState, readSearchState } from './views/address-state.ts';

function NotFound() {
  return (
    <div className="empty">
      <h1>There is nothing at this address</h1>
      <p>
        <Link to="/">Go to the beginning</Link>, or <Link to="/search">search</Link>.
      </p>
    </div>
  );
}

/** In the place of a view that could not be drawn; where else one can go stays beside it. */
function ViewFailed({ error }: ErrorComponentProps) {
  return (
    <div className="empty" role="alert">
      <h1>This view could not be shown</h1>
      <p>{messageOf(error)}</p>
      <p>
        Nothing was lost. <a href={location.pathname}>Begin anew without what the address asks for</a>, or{' '}
        <a href="/">go to the beginning</a>.
      </p>
    </div>
  );
}

/** A parameter that a reader leaves out of an address is absent: the router would hand on what stands there. */
const alone =
  <State extends object>(read: (given: Record<string, unknown>) => State) =>
  (given: Record<string, unknown>): State => ({
    ...Object.fromEntries(Object.keys(given).map((name) => [name, undefined])),
    ...read(given),
  });

const root = createRootRoute({ component: Shell, notFoundComponent: NotFound });

const at = <const Path extends string>(path: Path, component: RouteComponent) => ({
  getParentRoute: () => root,
  path,
  component,
});

const home = createRoute(at('/', lazyRouteComponent(views['/'], 'HomeView')));
const search = createRoute({
  ...at('/search', lazyRouteComponent(views['/search'], 'SearchView')),
  validateSearch: alone(readSearchState),
});
const memory = createRoute(at('/memories/$ref', lazyRouteComponent(views['/memories/'], 'MemoryView')));
const newMemory = createRoute(at('/new', lazyRouteComponent(views['/new'], 'NewMemoryView')));
const inbox = createRoute(at('/inbox', lazyRouteComponent(views['/inbox'], 'InboxView')));
const sessions = createRoute(at('/sessions', lazyRouteComponent(views['/sessions'], 'SessionsView')));
const session = createRoute(at('/sessions/$id', lazyRouteComponent(views['/sessions/'], 'SessionView')));
const graph = createRoute({
  ...at('/graph', lazyRouteComponent(views['/graph'], 'GraphView')),
  validateSearch: alone(readGraphState),
});
const documents = createRoute(at('/documents', lazyRouteComponent(views['/documents'], 'DocumentsView')));
const documentRoute = createRoute(
  at('/documents/$id', lazyRouteComponent(views['/documents/'], 'DocumentView')),
);
const code = createRoute({
  ...at('/code', lazyRouteComponent(views['/code'], 'CodeView')),
  validateSearch: alone(readCodeState),
});
const changes = createRoute(at('/changes', lazyRouteComponent(views['/changes'], 'ChangesView')));
const operation = createRoute(at('/operation', lazyRouteComponent(views['/operation'], 'OperationView')));

const router = createRouter({
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
    documentRoute,
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

/** A refusal does not change by asking again; a request that got no answer may succeed. */
const RETRIES = 1;

const queries = new QueryClient({
  defaultOptions: {
    queries: {
      networkMode: 'always',
      staleTime: 5_000,
      retry: (count, error) => !(error instanceof ClientError && error.status < 500) && count < RETRIES,
      retryDelay: 500,
    },
  },
});

const place = document.querySelector('#console');
if (place)
  createRoot(place).render(
    <StrictMode>
      <QueryClientProvider client={queries}>
        <ToastsProvider>
          <SessionGate>
            <RouterProvider router={router} />
          </SessionGate>
        </ToastsProvider>
      </QueryClientProvider>
    </StrictMode>,
  );
