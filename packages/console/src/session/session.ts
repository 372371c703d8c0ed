import type { OperationName, OperationOutput, OperationRequest, Scope } from '@memory/contracts';
import { CONSOLE_OPERATIONS_PATH, CONSOLE_SESSION_PATH } from '@memory/contracts/console';
import { consoleFetch, proof, renewal } from './console-fetch.ts';
import { takeAnswer, type LoginOffer } from './login.ts';

export interface Session {
  expires_at: string;
  version: string;
  memory_id_form: 'A' | 'B';
  /** With what a member may do there; whoever has the data may do everything. */
  workspaces: { id: string; name: string; memories: number; scope?: Scope }[];
  settings: Record<string, string>;
}

/** The code of a link that was opened just now; it leaves the address, and with it the browser's history. */
function takeCode(): string | undefined {
  const code = /^#open=([\w-]+)$/u.exec(location.hash)?.[1];
  if (code !== undefined) history.replaceState(null, '', location.pathname + location.search);
  return code;
}

/** The page is not signed in; with how to log in, where there are logins. */
export class SignedOutError extends Error {
  readonly login: LoginOffer | undefined;

  constructor(message: string, login: LoginOffer | undefined) {
    super(message);
    this.login = login;
  }
}

/** @returns why not, where it is refused */
async function redeem(given: object): Promise<string | undefined> {
  const response = await fetch(CONSOLE_SESSION_PATH, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(given),
  });
  const body = (await response.json()) as { proof?: string; detail?: string };
  if (body.proof) proof.set(body.proof);
  return body.detail;
}

let opening: Promise<string | undefined> | undefined;

/** Once a page: what a link says is used up by the first who asks. */
const openLink = (): Promise<string | undefined> => {
  const code = takeCode();
  const answer = takeAnswer();
  if (code !== undefined) opening = redeem({ code });
  else if (answer)
    opening = redeem(answer).then((refusal) => {
      if (refusal === undefined) renewal.note();
      return refusal;
    });
  return (opening ??= Promise.resolve(undefined));
};

let asked: Promise<Session> | undefined;

/** Asks before anything is there that shows it. */
export function askForSession(): void {
  asked = readSession();
  asked.catch(() => undefined);
}

/** @throws with what the service says, where nobody is signed in */
export function findSession(): Promise<Session> {
  const early = asked;
  asked = undefined;
  return early ?? readSession();
}

async function readSession(): Promise<Session> {
  const refusal = await openLink();
  const response = await consoleFetch(CONSOLE_SESSION_PATH);
  if (response.ok) return (await response.json()) as Session;
  const { detail, login } = (await response.json()) as { detail?: string; login?: LoginOffer };
  throw new SignedOutError(refusal ?? detail ?? `The service answered ${response.status}.`, login);
}

export async function signOut(): Promise<void> {
  await consoleFetch(CONSOLE_SESSION_PATH, { method: 'DELETE' });
  proof.forget();
  renewal.forget();
  location.assign('/');
}

/** An operation of the service's operator, of which the console has a part. @throws with what the service says */
export async function operate<Name extends OperationName>(
  operation: Name,
  input: OperationRequest<Name>,
  signal?: AbortSignal,
): Promise<OperationOutput<Name>> {
  const response = await consoleFetch(CONSOLE_OPERATIONS_PATH, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ operation, input }),
    ...(signal ? { signal } : {}),
  });
  const reply = (await response.json()) as {
    ok?: boolean;
    result?: OperationOutput<Name>;
    message?: string;
    detail?: string;
  };
  if (reply.ok && reply.result) return reply.result;
  throw new Error(reply.message ?? reply.detail ?? `The service answered ${response.status}.`);
}
