/** Modules of the views by their addresses; the view of one thing stands behind the slash of its kind. */
export const views = {
  '/': () => import('./views/home-view.tsx'),
  '/search': () => import('./views/search/search-view.tsx'),
  '/memories/': () => import('./views/memory/memory-view.tsx'),
  '/new': () => import('./views/memory/new-memory-view.tsx'),
  '/inbox': () => import('./views/inbox/inbox-view.tsx'),
  '/sessions': () => import('./views/sessions/sessions-view.tsx'),
  '/sessions/': () => import('./views/sessions/session-view.tsx'),
  '/graph': () => import('./views/graph/graph-view.tsx'),
  '/documents': () => import('./views/documents/documents-view.tsx'),
  '/documents/': () => import('./views/documents/document-view.tsx'),
  '/code': () => import('./views/code/code-view.tsx'),
  '/changes': () => import('./views/changes-view.tsx'),
  '/operation': () => import('./views/operation/operation-view.tsx'),
};

/** Has the view of an address come before the router asks for it. */
export function fetchView(path: string): void {
  const [, kind = '', one = ''] = path.split('/');
  const load: Record<string, () => Promise<unknown>> = views;
  void load[one === '' ? `/${kind}` : `/${kind}/`]?.().catch(() => undefined);
}
