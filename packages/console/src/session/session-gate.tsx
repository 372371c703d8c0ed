import { useQuery } from '@tanstack/react-query';
import { useMemo, useState, type ReactNode } from 'react';
import { Loading } from '../ui/async-state.tsx';
import { findSession, SignedOutError } from './session.ts';
import { SessionContext } from './session-context.ts';
import { SignIn } from './sign-in.tsx';

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
  if (query.isPending) return <Loading />;
  const { error } = query;
  const login = error instanceof SignedOutError ? error.login : undefined;
  return <SignIn reason={error?.message ?? ''} login={login} onRetry={() => void query.refetch()} />;
}
