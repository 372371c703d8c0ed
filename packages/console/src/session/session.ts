import type { OperationName, OperationOutput, OperationRequest } from '@memory/contracts';
import { consoleFetch, proof } from './console-fetch.ts';

const SESSION = '/.console/session';
const OPERATIONS = '/.console/operations';

export interface Session {
  expires_at: string;
  version: string;
  memory_id_form: 'A' | 'B';
  workspaces: { id: string; name: string; memories: number }[];
  settings: Record<string, string>;
}

/** The code of a link that was opened just now; it leaves the address, and with it the browser's history. */
function takeCode(): string | undefined {
  const code = /^#open=([\w-]+)$/u.exec(location.hash)?.[1];
  if (code !== undefined) history.replaceState(null, '', location.pathname + location.search);
  return code;
}

async function redeem(code: string): Promise<string | undefined> {
  const response = await fetch(SESSION, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ code }),
  });
  const body = (await response.json()) as { proof?: string; detail?: string };
  if (body.proof) proof.set(body.proof);
  return body.detail;
}

let opening: Promise<string | undefined> | undefined;

/** Once a page: what a link says is used up by the first who asks. */
const openLink = (): Promise<string | undefined> => {
  const code = takeCode();
  if (code !== undefined) opening = redeem(code);
  return (opening ??= Promise.resolve(undefined));
};

/** @throws with what the service says, where nobody is signed in */
export async function findSession(): Promise<Session> {
  const refusal = await openLink();
  const response = await consoleFetch(SESSION);
  if (response.ok) return (await response.json()) as Session;
  const { detail } = (await response.json()) as { detail?: string };
  throw new Error(refusal ?? detail ?? `The service answered ${response.status}.`);
}

export async function signOut(): Promise<void> {
  await consoleFetch(SESSION, { method: 'DELETE' });
  proof.forget();
  location.assign('/');
}

/** What the operator of the service may do, of which the console has a part. @throws with what the service says */
export async function operate<Name extends OperationName>(
  operation: Name,
  input: OperationRequest<Name>,
  signal?: AbortSignal,
): Promise<OperationOutput<Name>> {
  const response = await consoleFetch(OPERATIONS, {
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
