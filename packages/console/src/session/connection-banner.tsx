import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { connection } from './connection.ts';
import { proof } from './console-fetch.ts';
import { beginLogin, type LoginOffer } from './login.ts';
import { findSession, SignedOutError } from './session.ts';

const ASK_AGAIN_MS = 2_000;

/** The service went away, or the session did: the page stays as it is, and goes on by itself when there is one again. */
export function ConnectionBanner() {
  const state = useSyncExternalStore(connection.subscribe, connection.get);
  const queries = useQueryClient();
  const [login, setLogin] = useState<LoginOffer>();
  useEffect(() => {
    if (state === 'ready') return;
    const again = () =>
      void findSession().then(
        () => queries.invalidateQueries(),
        (error: unknown) => setLogin(error instanceof SignedOutError ? error.login : undefined),
      );
    const onStorage = ({ key }: StorageEvent) => proof.isKey(key) && again();
    addEventListener('storage', onStorage);
    // The network is back, or somebody comes back from the tab where a link was opened.
    addEventListener('online', again);
    addEventListener('focus', again);
    const timer = setInterval(again, ASK_AGAIN_MS);
    return () => {
      removeEventListener('storage', onStorage);
      removeEventListener('online', again);
      removeEventListener('focus', again);
      clearInterval(timer);
    };
  }, [state, queries]);
  if (state === 'ready') return null;
  return (
    <div className="banner" role="alert">
      {state === 'offline' ? (
        <>
          The service does not answer. What you typed is still here; this page goes on when it is back (
          <code>workspace-memory up</code>).
        </>
      ) : login ? (
        <>
          Your login has ended. What you typed is still here.{' '}
          <button type="button" onClick={() => void beginLogin(login)}>
            Log in again
          </button>
        </>
      ) : (
        <>
          You are signed out. What you typed is still here: run <code>workspace-memory console</code>, and
          this page goes on as soon as the link is open in this browser.
        </>
      )}
    </div>
  );
}
