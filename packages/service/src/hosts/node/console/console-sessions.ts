import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { readFile, rename, writeFile } from 'node:fs/promises';
import * as z from 'zod';
import { createKey, deriveApiKey, revokeKey, type Services } from '@memory/core';
import { findWorkspace } from '@memory/db';

/** How long a link may be opened. */
const LINK_MS = 10 * 60_000;

/** Links and sessions that are kept; the oldest give way. */
const LINKS_MAX = 20;
const SESSIONS_MAX = 50;

/** How long a browser stays signed in. */
const SESSION_MS = 14 * 24 * 60 * 60_000;

const StoredSession = z.object({
  /** SHA-256, hexadecimal: what is random needs no salt. */
  secretHash: z.string(),
  proofHash: z.string(),
  expiresAt: z.iso.datetime(),
  /** The key of each workspace that was looked at: its id, by the id of the workspace. */
  keys: z.record(z.string(), z.uuid()),
});
export type ConsoleSession = z.output<typeof StoredSession>;

/** Credentials of the browser: a cookie that no script reads, and a proof that no other origin has. */
export interface ConsoleCredentials {
  secret: string;
  proof: string;
}

type SessionServices = Pick<Services, 'db' | 'clock' | 'ids' | 'settings'>;

const digest = (text: string): string => createHash('sha256').update(text).digest('hex');

const isEqual = (a: string, b: string): boolean => timingSafeEqual(Buffer.from(a), Buffer.from(b));

const random = (): string => randomBytes(32).toString('base64url');

/**
 * Sessions of the console. One is opened by a link that works once, and stands for the owner of the data: it may see
 * every workspace. For each it has a key that is made of its secret, so that no secret lies on the disk and a session
 * outlives the process. Such a key is one as any other: it is listed, expires with the session and can be revoked.
 */
export class ConsoleSessions {
  readonly #services: SessionServices;
  readonly #file: string | undefined;
  #links: { hash: string; expiresAt: number }[] = [];
  #sessions: ConsoleSession[] = [];
  readonly #making = new Map<string, Promise<void>>();
  #saved: Promise<void> = Promise.resolve();

  private constructor(services: SessionServices, file: string | undefined) {
    this.#services = services;
    this.#file = file;
  }

  /** @param file where sessions are kept over the end of the process; absent: nowhere */
  static async open(services: SessionServices, file?: string): Promise<ConsoleSessions> {
    const sessions = new ConsoleSessions(services, file);
    const text = file === undefined ? '[]' : await readFile(file, 'utf8').catch(() => '[]');
    sessions.#sessions = readSessions(text);
    return sessions;
  }

  createCode(): string {
    const code = random();
    const now = this.#now();
    this.#links = this.#links.filter(({ expiresAt }) => expiresAt > now).slice(1 - LINKS_MAX);
    this.#links.push({ hash: digest(code), expiresAt: now + LINK_MS });
    return code;
  }

  /** @returns undefined when the code is wrong, too old, or was used */
  async redeem(code: string): Promise<(ConsoleCredentials & { expiresAt: string }) | undefined> {
    const hash = digest(code);
    const link = this.#links.find((each) => isEqual(each.hash, hash));
    this.#links = this.#links.filter((each) => each !== link);
    const now = this.#now();
    if (!link || link.expiresAt <= now) return undefined;
    const [secret, proof] = [random(), random()];
    const expiresAt = new Date(now + SESSION_MS).toISOString();
    const session = { secretHash: digest(secret), proofHash: digest(proof), expiresAt, keys: {} };
    const [, ...kept] =
      this.#sessions.length < SESSIONS_MAX ? [undefined, ...this.#sessions] : this.#sessions;
    this.#sessions = [...kept.filter((each) => each !== undefined), session];
    await this.#save();
    return { secret, proof, expiresAt };
  }

  find({ secret, proof }: ConsoleCredentials): ConsoleSession | undefined {
    const [secretHash, proofHash] = [digest(secret), digest(proof)];
    const session = this.#sessions.find((each) => isEqual(each.secretHash, secretHash));
    if (!session || !isEqual(session.proofHash, proofHash)) return undefined;
    return Date.parse(session.expiresAt) > this.#now() ? session : undefined;
  }

  /** The key of the session's for a workspace; undefined where there is no such workspace. */
  async keyFor(
    session: ConsoleSession,
    { secret, workspaceId }: { secret: string; workspaceId: string },
  ): Promise<string | undefined> {
    const purpose = `console ${workspaceId}`;
    const key = deriveApiKey(this.#services.settings.keyEnvironment, { secret, purpose });
    if (session.keys[workspaceId] !== undefined) return key;
    // The first requests of a page come at once.
    const place = `${session.secretHash} ${workspaceId}`;
    const making = this.#making.get(place) ?? this.#makeKey(session, { workspaceId, key });
    this.#making.set(place, making);
    await making.finally(() => this.#making.delete(place));
    return session.keys[workspaceId] === undefined ? undefined : key;
  }

  /** Signs out: the session is unknown and its keys are revoked. */
  async end(session: ConsoleSession): Promise<void> {
    this.#sessions = this.#sessions.filter((each) => each !== session);
    await this.#save();
    for (const [workspaceId, keyId] of Object.entries(session.keys)) {
      const workspace = await findWorkspace(this.#services.db, workspaceId);
      // The last admin key stays until it expires; nobody has its secret any more.
      if (workspace) await revokeKey(this.#services, workspace, { id: keyId }).catch(() => undefined);
    }
  }

  async #makeKey(
    session: ConsoleSession,
    { workspaceId, key }: { workspaceId: string; key: string },
  ): Promise<void> {
    const workspace = await findWorkspace(this.#services.db, workspaceId);
    if (!workspace) return;
    const body = { name: 'console', scope: 'admin', expires_at: session.expiresAt } as const;
    const { id } = await createKey(this.#services, workspace, { ...body, key });
    session.keys[workspaceId] = id;
    await this.#save();
  }

  async #write(file: string, before: Promise<void>): Promise<void> {
    await before.catch(() => undefined);
    await writeFile(`${file}.new`, JSON.stringify(this.#sessions), { mode: 0o600 });
    await rename(`${file}.new`, file);
  }

  #now(): number {
    return this.#services.clock().getTime();
  }

  /** One write after the other, each whole. */
  #save(): Promise<void> {
    const file = this.#file;
    if (file === undefined) return Promise.resolve();
    this.#saved = this.#write(file, this.#saved);
    return this.#saved;
  }
}

/** A file that cannot be read signs everybody out. */
function readSessions(text: string): ConsoleSession[] {
  try {
    return z.array(StoredSession).parse(JSON.parse(text));
  } catch {
    return [];
  }
}
