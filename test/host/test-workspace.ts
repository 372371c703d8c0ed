import type { JobName, Memory, Scope } from '@memory/contracts';
import { createKey } from '@memory/core';
import { findWorkspace, type Workspace } from '@memory/db';
import type { TestHost } from './test-host.ts';

export interface Reply {
  status: number;
  headers: Headers;
  /** Parsed JSON; the text itself when it is not JSON, undefined when there is none. */
  // Tests assert on what they expect to find there.
  // oxlint-disable-next-line typescript/no-explicit-any
  body: any;
  text: string;
}

export interface RequestOptions {
  body?: unknown;
  /** Sent as it is, instead of `body`. */
  rawBody?: string | Uint8Array;
  headers?: Record<string, string>;
  /** Null sends no Authorization header. */
  key?: string | null;
}

/** A workspace of a host, and the calls of a caller who has its key. */
export class TestWorkspace {
  readonly host: TestHost;
  readonly id: string;
  readonly key: string;

  constructor(host: TestHost, { id, key }: { id: string; key: string }) {
    this.host = host;
    this.id = id;
    this.key = key;
  }

  static async create(host: TestHost): Promise<TestWorkspace> {
    return new TestWorkspace(host, await host.createWorkspace());
  }

  get form() {
    return this.host.form;
  }

  get services() {
    return this.host.services;
  }

  async workspace(): Promise<Workspace> {
    const workspace = await findWorkspace(this.services.db, this.id);
    if (!workspace) throw new Error('The workspace of the test is gone.');
    return workspace;
  }

  /** Another key of this workspace. */
  async keyWithScope(scope: Scope): Promise<string> {
    const { key } = await createKey(this.services, await this.workspace(), {
      name: scope,
      scope,
      expires_at: null,
    });
    return key;
  }

  /** How models read the identifier of a memory. */
  short(memory: { id?: string; memory_id?: string }): string {
    return this.form === 'A' ? this.ref(memory).slice(-12) : this.ref(memory).slice(0, 12);
  }

  /** How a memory is addressed in the form under test. */
  ref(memory: { id?: string; memory_id?: string }): string {
    const ref = this.form === 'A' ? memory.id : memory.memory_id;
    if (ref === undefined) throw new Error('The memory has no identifier in this form.');
    return ref;
  }

  async request(
    method: string,
    path: string,
    { body, rawBody, headers = {}, key = this.key }: RequestOptions = {},
  ): Promise<Reply> {
    const payload = rawBody ?? (body === undefined ? undefined : JSON.stringify(body));
    const response = await fetch(this.host.url + path, {
      method,
      redirect: 'manual',
      headers: {
        ...(key === null ? {} : { authorization: `Token ${key}` }),
        ...(payload === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(payload === undefined ? {} : { body: payload }),
    });
    const text = await response.text();
    return { status: response.status, headers: response.headers, text, body: parse(text) };
  }

  get(path: string, options?: RequestOptions): Promise<Reply> {
    return this.request('GET', path, options);
  }

  post(path: string, body?: unknown, options?: RequestOptions): Promise<Reply> {
    return this.request('POST', path, { body, ...options });
  }

  patch(path: string, body?: unknown, options?: RequestOptions): Promise<Reply> {
    return this.request('PATCH', path, { body, ...options });
  }

  delete(path: string, options?: RequestOptions): Promise<Reply> {
    return this.request('DELETE', path, options);
  }

  /** Stores a memory over HTTP. */
  async store(fields: Partial<Memory> = {}): Promise<Memory> {
    const reply = await this.post('/api/v1/memories/store', {
      title: 'A title',
      narrative: 'A narrative.',
      ...fields,
    });
    if (reply.status !== 201) throw new Error(`Storing answered ${reply.status}: ${reply.text}`);
    return reply.body as Memory;
  }

  /** Stores `count` memories, returns their identifiers in the form under test. */
  async seedMemories(count: number): Promise<string[]> {
    const refs: string[] = [];
    for (let number = 1; number <= count; number += 1)
      refs.push(this.ref(await this.store({ title: `Memory ${number}`, narrative: `Narrative ${number}.` })));
    return refs;
  }

  runJobs(...only: JobName[]): Promise<void> {
    return this.host.runJobs(...only);
  }
}

function parse(text: string): unknown {
  if (text === '') return undefined;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}
