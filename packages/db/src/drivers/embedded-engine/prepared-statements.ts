import { parse, protocol, type PGlite, type QueryOptions, type Results } from '@electric-sql/pglite';
import { PLANNED_ONCE } from '../planned-once.ts';

/** Statements that stay prepared, of some 150; one of the longest takes 300 kB of the engine's memory. */
const KEPT = 100;

interface Prepared {
  name: string;
  /** Type of each parameter, an OID. */
  types: number[];
}

const { serialize } = protocol;

/**
 * Statements by their text, parsed and analysed once: on few rows that takes longer than the work itself. Each goes to the
 * engine in one call, what is new in two. The least recently used make room.
 */
export class PreparedStatements {
  readonly #engine: PGlite;
  readonly #kept = new Map<string, Prepared>();
  #made = 0;

  constructor(engine: PGlite) {
    this.#engine = engine;
  }

  /** @throws DatabaseError of PGlite */
  async query(
    text: string,
    values: unknown[],
    options: Pick<QueryOptions, 'rowMode' | 'parsers' | 'serializers'>,
  ): Promise<Results> {
    const { name, types } = await this.#prepare(text);
    const { serializers } = this.#engine;
    const toParameter = (value: unknown, index: number): string | ArrayBufferView | null => {
      if (value === null || value === undefined) return null;
      // Bytes are the binary form of the parameter's type.
      if (ArrayBuffer.isView(value)) return value;
      const type = types[index] ?? 0;
      return (options.serializers?.[type] ?? serializers[type] ?? String)(value);
    };
    const execute = [
      serialize.bind({ statement: name, values: values.map(toParameter) }),
      serialize.describe({ type: 'P' }),
      serialize.execute({}),
    ];
    if (!text.endsWith(PLANNED_ONCE))
      return this.#results(await this.#send(...execute), options)[0] as Results;
    // In one transaction with the statement: where that fails, the setting is as before.
    const [once, anew] = [
      await this.#setting('force_generic_plan'),
      await this.#setting('force_custom_plan'),
    ];
    return this.#results(await this.#send(...once, ...execute, ...anew), options)[1] as Results;
  }

  #results(replies: Parameters<typeof parse.parseResults>[0], options: QueryOptions): Results[] {
    return parse.parseResults(replies, this.#engine.parsers, options);
  }

  async #setting(mode: string): Promise<Uint8Array[]> {
    const { name } = await this.#prepare(`set plan_cache_mode = ${mode}`);
    return [serialize.bind({ statement: name, values: [] }), serialize.execute({})];
  }

  async #prepare(text: string): Promise<Prepared> {
    const known = this.#kept.get(text);
    if (known) {
      // Last in the order of the map: the most recently used.
      this.#kept.delete(text);
      this.#kept.set(text, known);
      return known;
    }
    this.#made += 1;
    const name = `s${this.#made}`;
    const replies = await this.#send(
      serialize.parse({ name, text }),
      serialize.describe({ type: 'S', name }),
    );
    const prepared = { name, types: parse.parseDescribeStatementResults(replies) };
    this.#kept.set(text, prepared);
    const [oldest] = this.#kept;
    if (this.#kept.size > KEPT && oldest) {
      this.#kept.delete(oldest[0]);
      await this.#send(serialize.close({ type: 'S', name: oldest[1].name }));
    }
    return prepared;
  }

  #send(...messages: Uint8Array[]) {
    return this.#engine.execProtocolStream(Buffer.concat([...messages, serialize.sync()]));
  }
}
