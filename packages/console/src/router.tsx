import { createRootRoute, createRoute, createRouter, lazyRouteComponent } from '@tanstack/react-router';
import { NotFound } from './ui/not-found.tsx';
import { Shell } from './ui/shell.tsx';
import { readSearchState } from './views/search-state.ts';

const root = createRootRoute({ component: Shell, notFoundComponent: NotFound });

const home = createRoute({
  getParentRoute: () => root,
  path: '/',
  component: lazyRouteComponent(() => import('./views/home-view.tsx'), 'HomeView'),
});

const search = createRoute({
  getParentRoute: () => root,
  path: '/search',
  validateSearch: readSearchState,
  component: lazyRouteComponent(() => import('./views/search-view.tsx'), 'SearchView'),
});

const memory = createRoute({
  getParentRoute: () => root,
  path: '/memories/$ref',
  component: lazyRouteComponent(() => import('./views/memory-view.tsx'), 'MemoryView'),
});

const newMemory = createRoute({
  getParentRoute: () => root,
  path: '/new',
  component: lazyRouteComponent(() => import('./views/new-memory-view.tsx'), 'NewMemoryView'),
});

export const router = createRouter({
  routeTree: root.addChildren([home, search, memory, newMemory]),
  defaultPreload: 'intent',
  scrollRestoration: false,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
