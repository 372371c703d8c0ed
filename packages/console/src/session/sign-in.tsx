import { useConnection } from './connection.ts';
import { beginLogin, type LoginOffer } from './login.ts';

interface SignInProps {
  reason: string;
  /** How one logs in, where there are logins. */
  login: LoginOffer | undefined;
  onRetry: () => void;
}

/** The way in for one who is not signed in, without copying a key. */
export function SignIn({ reason, login, onRetry }: SignInProps) {
  const isOffline = useConnection() === 'offline';
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
