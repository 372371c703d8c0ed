import { ANCHORS_HEADER, ANCHORS_META, SCORES_META } from '@memory/contracts/anchors-header';
import { withGrounds, type ShownGround } from '@memory/text/recall';
import { isRecord, listOf, textOf, type Payload } from '../host/payload.ts';
import { send } from '../service/send.ts';
import type { ServiceAddress } from '../service/service-address.ts';
import { uptimeMs } from '../uptime-ms.ts';

export interface RecalledMemory {
  ref: string;
  title: string;
  type: string;
  date: string;
  passage: string;
  note: string | undefined;
  /** Whether the code that it is about is as it was. */
  code?: string | undefined;
  /** Where it is not surely the one that was asked in: another, or `unknown`. */
  project: string | undefined;
  files: string[];
  /** What of the code it is tied to, as far as that was asked; the name of a file is empty. */
  anchors?: readonly { path: string; name: string }[];
}

/** What a tree says of the memories of some anchors. @param leftMs until an answer is due */
export type JudgeAnchors = (
  anchors: readonly unknown[],
  leftMs: number,
) => Promise<ReadonlyMap<string, ShownGround>>;

/** Asks the service as its tools are asked, so that what is told is ranked, gated and made neutral there. */
export class ServiceMemory {
  readonly #address: ServiceAddress;
  readonly #project: string;
  /** Of the clock that `uptimeMs` reads. */
  readonly #endsAt: number;

  readonly #judge: JudgeAnchors | undefined;

  constructor(
    address: ServiceAddress,
    { project, timeoutMs, judge }: { project: string; timeoutMs: number; judge?: JudgeAnchors },
  ) {
    this.#address = address;
    this.#judge = judge;
    this.#project = project;
    this.#endsAt = uptimeMs() + timeoutMs;
  }

  /** Opens a session; one that is open already is as good. */
  async startSession(body: Readonly<Record<string, unknown>>): Promise<void> {
    const { status } = await send(this.#address, {
      method: 'POST',
      path: '/api/v1/sessions/start',
      body,
      timeoutMs: this.#left(),
    });
    if (status !== 201 && status !== 409) throw new Error(`The service answered ${status}.`);
  }

  /** The framed block of a session. */
  async block(session: string, { task, memoriesMax }: { task?: string | undefined; memoriesMax: number }) {
    const answer = await this.#call('session_get_context', {
      session_id: session,
      max_memories: memoriesMax,
      ...(task === undefined ? {} : { task }),
    });
    return textOf(answer, 'context_block');
  }

  async search(query: string, { limit, minScore }: { limit: number; minScore: number }) {
    return rowsOf(await this.#call('memory_search', { query, limit, min_score: minScore }));
  }

  async byFile(file: string, limit: number): Promise<RecalledMemory[]> {
    return rowsOf(await this.#call('memory_by_file', { file_path: file, limit }));
  }

  async #call(name: string, parameters: Payload): Promise<Payload> {
    const { status, body } = await send(this.#address, {
      method: 'POST',
      path: '/mcp',
      headers: { 'mcp-protocol-version': '2025-06-18', ...(this.#judge && { [ANCHORS_HEADER]: '1' }) },
      project: this.#project,
      body: { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: parameters } },
      timeoutMs: this.#left(),
    });
    const result = isRecord(body) ? body['result'] : undefined;
    const content = isRecord(result) && result['isError'] !== true ? result['structuredContent'] : undefined;
    if (!isRecord(content)) throw new Error(`The service answered ${status} to ${name}.`);
    const meta = isRecord(result) && isRecord(result['_meta']) ? result['_meta'] : {};
    const anchors = listOf(meta[ANCHORS_META]);
    if (!this.#judge || anchors.length === 0) return content;
    const judged = await this.#judge(anchors, this.#left());
    const scores = meta[SCORES_META];
    const said = judged.size === 0 ? content : withGrounds(content, judged, isRecord(scores) ? scores : {});
    return { ...said, [ANCHORS_META]: anchors };
  }

  #left(): number {
    return Math.max(1, Math.floor(this.#endsAt - uptimeMs()));
  }
}

/** Where what each memory is tied to stands now. */
function anchorsOf(answer: Payload): Map<string, { path: string; name: string }[]> {
  const found = new Map<string, { path: string; name: string }[]>();
  for (const anchor of listOf(answer[ANCHORS_META]).filter(isRecord)) {
    const memory = textOf(anchor, 'memory') ?? '';
    const path = textOf(anchor, 'now_path', 'path') ?? '';
    found.set(memory, [
      ...(found.get(memory) ?? []),
      { path, name: textOf(anchor, 'now_name', 'name') ?? '' },
    ]);
  }
  return found;
}

const rowsOf = (answer: Payload): RecalledMemory[] => {
  const anchors = anchorsOf(answer);
  return listOf(answer['results']).flatMap((row) => {
    if (!isRecord(row)) return [];
    const ref = textOf(row, 'memory_id', 'id');
    const title = textOf(row, 'title');
    return ref === undefined || title === undefined
      ? []
      : [
          {
            ref,
            title,
            type: textOf(row, 'memory_type') ?? 'general',
            date: textOf(row, 'date') ?? '',
            passage: textOf(row, 'passage') ?? '',
            note: textOf(row, 'note'),
            code: textOf(row, 'code'),
            project: textOf(row, 'project'),
            files: listOf(row['files']).filter((file) => typeof file === 'string'),
            anchors: anchors.get(ref) ?? [],
          },
        ];
  });
};
