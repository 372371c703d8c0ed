import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import {
  createProtocolConnection,
  type DocumentSymbol,
  type Location,
  type LocationLink,
  type ProtocolConnection,
  StreamMessageReader,
  StreamMessageWriter,
} from 'vscode-languageserver-protocol/node';
import { ToolMissing } from './call-site.ts';

export interface ServerCommand {
  command: string;
  args: readonly string[];
  /** Name the protocol gives to the language of the documents. */
  languageId: string;
  /** By the section that the server asks for. */
  settings?: Record<string, unknown>;
  /** Whether definitions in other files are known only after a pass over all of them, which the server tells of. */
  indexesFirst?: boolean;
}

/** A language server that has the tree open. */
export class LanguageServer implements AsyncDisposable {
  readonly #connection: ProtocolConnection;
  readonly #root: string;
  readonly #languageId: string;
  readonly #end: () => Promise<void>;
  readonly #opened = new Set<string>();

  private constructor(
    connection: ProtocolConnection,
    root: string,
    languageId: string,
    end: () => Promise<void>,
  ) {
    this.#connection = connection;
    this.#root = root;
    this.#languageId = languageId;
    this.#end = end;
  }

  static async start(
    root: string,
    { command, args, languageId, settings, indexesFirst }: ServerCommand,
  ): Promise<LanguageServer> {
    const child = spawn(command, args, { cwd: root, stdio: ['pipe', 'pipe', 'ignore'] });
    await Promise.race([
      once(child, 'spawn'),
      once(child, 'error').then(([error]) => {
        throw new ToolMissing(`${command} is not installed`, { cause: error });
      }),
    ]);
    const connection = createProtocolConnection(
      new StreamMessageReader(child.stdout),
      new StreamMessageWriter(child.stdin),
    );
    const indexed = Promise.withResolvers<void>();
    connection.onRequest('window/workDoneProgress/create', () => null);
    connection.onRequest('client/registerCapability', () => null);
    connection.onRequest('workspace/configuration', ({ items }: { items: unknown[] }) =>
      items.map(() => settings ?? {}),
    );
    connection.onNotification('$/progress', ({ value }: { value: { kind: string } }) => {
      if (value.kind === 'end') indexed.resolve();
    });
    connection.listen();
    const uri = pathToFileURL(root).href;
    await connection.sendRequest('initialize', {
      processId: process.pid,
      rootUri: uri,
      workspaceFolders: [{ uri, name: path.basename(root) }],
      capabilities: {
        window: { workDoneProgress: true },
        workspace: { configuration: true, workspaceFolders: true },
        textDocument: { documentSymbol: { hierarchicalDocumentSymbolSupport: true } },
      },
    });
    await connection.sendNotification('initialized', {});
    const end = async (): Promise<void> => {
      await connection.sendRequest('shutdown').catch(() => null);
      connection.dispose();
      child.kill();
    };
    const server = new LanguageServer(connection, root, languageId, end);
    if (indexesFirst) server.indexed = indexed.promise;
    return server;
  }

  /** Settles once the server has seen the whole tree. */
  indexed: Promise<void> = Promise.resolve();

  async open(file: string, text: string): Promise<void> {
    if (this.#opened.has(file)) return;
    this.#opened.add(file);
    const textDocument = { uri: this.uriOf(file), languageId: this.#languageId, version: 1, text };
    await this.#connection.sendNotification('textDocument/didOpen', { textDocument });
  }

  async definitions(file: string, position: { line: number; character: number }): Promise<Location[]> {
    const found = await this.#connection.sendRequest<Location | (Location | LocationLink)[] | null>(
      'textDocument/definition',
      { textDocument: { uri: this.uriOf(file) }, position },
    );
    const all = found === null ? [] : Array.isArray(found) ? found : [found];
    return all.map((one) =>
      'targetUri' in one ? { uri: one.targetUri, range: one.targetSelectionRange } : one,
    );
  }

  /** Whether clangd's tree has a place: not so where it found a definition by the name alone, as it does in templates. */
  async isRead(file: string, position: { line: number; character: number }): Promise<boolean> {
    const found = await this.#connection.sendRequest<unknown[] | null>('textDocument/symbolInfo', {
      textDocument: { uri: this.uriOf(file) },
      position,
    });
    return found !== null && found.length > 0;
  }

  async symbols(file: string): Promise<DocumentSymbol[]> {
    const textDocument = { uri: this.uriOf(file) };
    return (
      (await this.#connection.sendRequest<DocumentSymbol[] | null>('textDocument/documentSymbol', {
        textDocument,
      })) ?? []
    );
  }

  uriOf(file: string): string {
    return pathToFileURL(path.join(this.#root, file)).href;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#end();
  }
}
