import { Link, Outlet, useNavigate, useRouterState } from '@tanstack/react-router';
import {
  Code,
  FileText,
  History,
  House,
  Inbox,
  MessagesSquare,
  Search,
  Settings2,
  Waypoints,
} from 'lucide-react';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { ConnectionBanner } from '../session/connection-banner.tsx';
import { useRights, useSession } from '../session/session-context.ts';
import { signOut } from '../session/session.ts';
import { Button, Check } from './parts.tsx';
import { Modal } from './modal.tsx';
import { useToasts } from './toasts.tsx';
import { useShortcuts } from './hooks.ts';

// After the first view, which does not wait for it.
const InboxCount = lazy(async () => ({
  default: (await import('../views/inbox/use-inbox.tsx')).InboxCount,
}));

/** The frame of every view: where one can go, which workspace it is, and whether the service is there. */
export function Shell() {
  const { session, workspaceId, choose } = useSession();
  const { may } = useRights();
  const navigate = useNavigate();
  const { undoLast } = useToasts();
  const [showsKeys, setShowsKeys] = useState(false);
  const [isGoing, setIsGoing] = useState(false);
  const path = useRouterState({ select: ({ location }) => location.pathname });
  const main = useFocusOnChange(path);
  const [isOpen, setIsOpen] = useState(false);
  const menu = useRef<HTMLButtonElement>(null);
  useEffect(() => setIsOpen(false), [path]);
  const going = Object.fromEntries(VIEWS.map(({ to, key }) => [key, () => void navigate({ to })]));
  useShortcuts({
    '/': () => void navigate({ to: '/search' }),
    '?': () => setShowsKeys(true),
    u: undoLast,
    ...(may('write') ? { n: () => void navigate({ to: '/new' }) } : {}),
    g: () => setIsGoing(true),
    ...(isGoing
      ? Object.fromEntries(
          Object.entries(going).map(([key, go]) => [
            key,
            () => {
              setIsGoing(false);
              go();
            },
          ]),
        )
      : {}),
  });
  return (
    <div className="shell">
      <a className="skip" href="#main">
        Skip to the content
      </a>
      <nav
        aria-label="Console"
        onKeyDown={({ key }) => {
          if (key !== 'Escape' || !isOpen) return;
          setIsOpen(false);
          menu.current?.focus();
        }}
      >
        <Link to="/" className="brand">
          <img src="/icon.svg" alt="" width="24" height="24" />
          <span>Workspace Memory</span>
        </Link>
        <button
          ref={menu}
          type="button"
          className="menu-button"
          aria-expanded={isOpen}
          aria-controls="menu"
          onClick={() => setIsOpen(!isOpen)}
        >
          Menu
        </button>
        <div id="menu" className={isOpen ? 'menu open' : 'menu'}>
          {session.workspaces.length > 1 ? (
            <label className="workspace">
              <span className="hidden">Workspace</span>
              <select
                value={workspaceId}
                title={session.workspaces.find(({ id }) => id === workspaceId)?.name}
                onChange={({ target }) => choose(target.value)}
              >
                {session.workspaces.map(({ id, name }) => (
                  <option key={id} value={id}>
                    {name}
                  </option>
                ))}
              </select>
            </label>
          ) : (
            <p className="workspace quiet">{session.workspaces[0]?.name}</p>
          )}
          <ul>
            {VIEWS.map(({ to, name, Icon }) => (
              <li key={to}>
                <Link to={to} activeOptions={{ exact: to === '/', includeSearch: false }}>
                  <Icon size={18} aria-hidden="true" />
                  <span>{name}</span>
                  {to === '/inbox' && (
                    <Suspense>
                      <InboxCount />
                    </Suspense>
                  )}
                </Link>
              </li>
            ))}
          </ul>
          {may('write') && (
            <Link to="/new" className="button primary">
              New memory
            </Link>
          )}
          <div className="foot">
            <ThemeChoice />
            <Button kind="plain" keys="?" on={() => setShowsKeys(true)}>
              Keys
            </Button>
            <Button kind="plain" on={signOut}>
              Sign out
            </Button>
          </div>
        </div>
      </nav>
      <div className="page">
        <ConnectionBanner />
        <main id="main" ref={main} tabIndex={-1} key={workspaceId}>
          <Outlet />
        </main>
      </div>
      {showsKeys && <ShortcutsDialog onClose={() => setShowsKeys(false)} />}
    </div>
  );
}

/** A new view is announced, and the keyboard goes on from its beginning. */
function useFocusOnChange(path: string) {
  const main = useRef<HTMLElement>(null);
  const before = useRef(path);
  useEffect(() => {
    if (before.current === path) return;
    before.current = path;
    scrollTo(0, 0);
    if (!main.current?.contains(document.activeElement)) main.current?.focus({ preventScroll: true });
  }, [path]);
  return main;
}

const THEME = 'workspace-memory-theme';

const THEMES = [
  ['', 'As the system'],
  ['light', 'Light'],
  ['dark', 'Dark'],
] as const;

function ThemeChoice() {
  const [theme, setTheme] = useState(() => localStorage.getItem(THEME) ?? '');
  useEffect(() => {
    if (theme === '') delete document.documentElement.dataset['theme'];
    else document.documentElement.dataset['theme'] = theme;
    localStorage.setItem(THEME, theme);
  }, [theme]);
  return (
    <label>
      <span className="hidden">Colours</span>
      <select value={theme} onChange={({ target }) => setTheme(target.value)}>
        {THEMES.map(([value, name]) => (
          <option key={value} value={value}>
            {name}
          </option>
        ))}
      </select>
    </label>
  );
}

/** Each with its key after `g`. */
const VIEWS = [
  { to: '/', name: 'Home', key: 'h', Icon: House },
  { to: '/search', name: 'Search', key: 's', Icon: Search },
  { to: '/inbox', name: 'Inbox', key: 'i', Icon: Inbox },
  { to: '/sessions', name: 'Sessions', key: 'e', Icon: MessagesSquare },
  { to: '/graph', name: 'Graph', key: 'g', Icon: Waypoints },
  { to: '/documents', name: 'Documents', key: 'd', Icon: FileText },
  { to: '/code', name: 'Code', key: 'c', Icon: Code },
  { to: '/changes', name: 'Changes', key: 'l', Icon: History },
  { to: '/operation', name: 'Operation', key: 'o', Icon: Settings2 },
] as const;

const KEYS = [
  ['/', 'Search'],
  ['n', 'New memory'],
  ['u', 'Undo the last action'],
  ['j, k', 'Next, previous in a list'],
  ['Enter', 'Open what is marked'],
  ['e', 'Edit the memory'],
  ['r', 'Relate the memory'],
  ['m', 'Merge the memory'],
  ['+, -', 'It helped, it did not'],
  ['#', 'Delete the memory or document'],
  ['1, 2, 3', 'Settle what is marked'],
  ['F8', 'Go to the messages'],
  ['?', 'These keys'],
  ...VIEWS.map(({ key, name }) => [`g ${key}`, `Go to ${name}`]),
];

const STORED = 'workspace-memory-shortcuts';

function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  const [isOff, setIsOff] = useState(() => localStorage.getItem(STORED) === 'off');
  return (
    <Modal title="Keys" onClose={onClose}>
      <dl className="keys">
        {KEYS.map(([keys, what]) => (
          <div key={keys}>
            <dt>
              <kbd>{keys}</kbd>
            </dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
      <Check
        checked={isOff}
        onChange={(next) => {
          localStorage.setItem(STORED, next ? 'off' : 'on');
          setIsOff(next);
        }}
      >
        Turn single keys off
      </Check>
    </Modal>
  );
}
