import { useQuery } from '@tanstack/react-query';
import { useMemo, useState, useSyncExternalStore, type ReactNode } from 'react';
import { Loading } from '../ui/parts.tsx';
import { findSession, SignedOutError } from './session.ts';
import { SessionContext } from './session-context.ts';
import { connection } from './connection.ts';
import { beginLogin, type LoginOffer } from './login.ts';

const CHOSEN = 'workspace-memory-workspace';

/** Lets those in who are signed in. Once in, a session that ends does not take the page away. */
export function SessionGate({ children }: { children: ReactNode }) {
  const query = useQuery({ queryKey: ['session'], queryFn: findSession, retry: false });
  const [chosen, setChosen] = useState(() => localStorage.getItem(CHOSEN) ?? '');
  const session = query.data;
  const value = useMemo(() => {
    if (!session) return undefined;
    // The one with most in it is the one that is used.
    const [fullest] = session.workspaces.toSorted((a, b) => b.memories - a.memories);
    const known = session.workspaces.find(({ id }) => id === chosen) ?? fullest;
    return {
      session,
      workspaceId: known?.id ?? '',
      choose(id: string) {
        localStorage.setItem(CHOSEN, id);
        setChosen(id);
      },
    };
  }, [session, chosen]);
  if (value) return <SessionContext value={value}>{children}</SessionContext>;
  if (query.isPending) return <Frame />;
  const { error } = query;
  const login = error instanceof SignedOutError ? error.login : undefined;
  return <SignIn reason={error?.message ?? ''} login={login} onRetry={() => void query.refetch()} />;
}

interface SignInProps {
  reason: string;
  login: LoginOffer | undefined;
  onRetry: () => void;
}

/** The way in for one who is not signed in, without copying a key. */
function SignIn({ reason, login, onRetry }: SignInProps) {
  const isOffline = useSyncExternalStore(connection.subscribe, connection.get) === 'offline';
  return (
    <main className="sign-in">
      <img src="/icon.svg" alt="" width="56" height="56" />
      <h1>Workspace Memory</h1>
      <p role="alert">{isOffline ? 'The service does not answer. Is it running?' : reason}</p>
      {login ? (
        <button type="button" className="primary" onClick={() => void beginLogin(login)}>
          Log in
        </button>
      ) : (
        <HowToSignIn onRetry={onRetry} />
      )}
    </main>
  );
}

function HowToSignIn({ onRetry }: Pick<SignInProps, 'onRetry'>) {
  return (
    <>
      <p>This opens the console in your browser, signed in:</p>
      <pre>
        <code>workspace-memory console</code>
      </pre>
      <p className="quiet">
        In a clone: <code>npx workspace-memory console</code>, or the link that <code>npm start</code> prints.
        A link works once and for ten minutes; the browser then stays signed in for two weeks.
      </p>
      <button type="button" className="primary" onClick={onRetry}>
        Try again
      </button>
    </>
  );
}

/** As the page has it before its first script. */
const Frame = () => (
  <div className="shell">
    <nav aria-label="Console">
      <div className="brand">
        <img src="/icon.svg" alt="" width="24" height="24" />
        <div>Workspace Memory</div>
      </div>
    </nav>
    <div className="page">
      <main>
        <Loading />
      </main>
    </div>
  </div>
);
