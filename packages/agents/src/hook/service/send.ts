import type { IncomingMessage } from 'node:http';
import { PERSON_HEADER, PROJECT_HEADER } from '@memory/contracts/project-header';
import { WORKSPACE_ID_HEADER } from '@memory/contracts/workspace-id-header';
import { withoutEnd } from '@memory/text/without-end';
import type { ServiceAddress } from './service-address.ts';
import { parseJson } from '../../home/attempt.ts';

export interface Sent {
  /** Below the address, which may have a path itself. */
  path: string;
  body: unknown;
  /** Which the question is asked in. */
  project?: string | undefined;
  person?: string | undefined;
  /** For the whole of it: connecting, sending, waiting and reading. */
  timeoutMs: number;
}

export interface Answer {
  status: number;
  /** Seconds, of `Retry-After`. */
  retryAfterS: number | undefined;
  /** Undefined where it is no JSON. */
  body: unknown;
}

const ANSWER_BYTES_MAX = 2 * 1_024 * 1_024;

/**
 * One request to the service. Node's own client, loaded when it is needed: `fetch` takes 40 ms more at its first call.
 * @throws where no answer came
 */
export async function send(
  { url, key, workspaceId }: ServiceAddress,
  { path, body, project, person, timeoutMs }: Sent,
): Promise<Answer> {
  const target = new URL(withoutEnd(url, '/') + path);
  const { request: start } = await (target.protocol === 'https:'
    ? import('node:https')
    : import('node:http'));
  return new Promise((resolve, reject) => {
    const content = Buffer.from(JSON.stringify(body));
    const request = start(
      target,
      {
        method: 'POST',
        signal: AbortSignal.timeout(timeoutMs),
        headers: {
          ...(project === undefined ? {} : { [PROJECT_HEADER]: encodeURIComponent(project) }),
          ...(person === undefined ? {} : { [PERSON_HEADER]: encodeURIComponent(person) }),
          ...(workspaceId === undefined ? {} : { [WORKSPACE_ID_HEADER]: workspaceId }),
          authorization: `Token ${key}`,
          accept: 'application/json',
          'content-type': 'application/json',
          'content-length': content.length,
        },
      },
      (response: IncomingMessage) => {
        const chunks: Buffer[] = [];
        let bytes = 0;
        response.on('data', (chunk: Buffer) => {
          bytes += chunk.length;
          if (bytes > ANSWER_BYTES_MAX) request.destroy(new Error('The answer is too long.'));
          else chunks.push(chunk);
        });
        response.on('error', reject);
        response.on('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            retryAfterS: seconds(response.headers['retry-after']),
            body: parseJson(Buffer.concat(chunks).toString('utf8')),
          }),
        );
      },
    );
    request.on('error', reject);
    request.end(content);
  });
}

/** One moment of a session: what happened is kept, and the answer says what to tell. @throws where no answer came */
export const sendMoment = (
  address: ServiceAddress,
  { session, ...sent }: Omit<Sent, 'path'> & { session: string },
): Promise<Answer> =>
  send(address, { path: `/api/v1/sessions/${encodeURIComponent(session)}/moments`, ...sent });

function seconds(header: string | undefined): number | undefined {
  const value = Number(header);
  return header !== undefined && Number.isFinite(value) && value >= 0 ? value : undefined;
}
