import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { CallSite, TruthReader } from './call-site.ts';
import { csharpCalls } from './csharp-calls.ts';
import { filesOf } from './files-of.ts';
import { kotlinCalls } from './kotlin-calls.ts';
import { npmTool } from './npm-tool.ts';
import { callsPrintedBy } from './run-tool.ts';
import { rustdocCalls } from './rustdoc-calls.ts';
import { serverCalls } from './server-calls.ts';
import { cWriting, pythonWriting } from './written-calls.ts';

/** A tool that knows the calls of a language better than this package does. */
export interface Truth {
  tool: string;
  /** Names that the index gives to the files that it covers. */
  reads: readonly string[];
  read: TruthReader;
}

const ECMA = ['javascript', 'typescript', 'tsx'];

export const truths: Record<string, Truth> = {
  typescript: { tool: 'TypeScript 5.9', reads: ECMA, read: typescriptCalls },
  javascript: { tool: 'TypeScript 5.9', reads: ['javascript'], read: javascriptCalls },
  python: { tool: 'pyright 1.1.414', reads: ['python'], read: pythonCalls },
  go: { tool: 'go/types', reads: ['go'], read: goCalls },
  java: { tool: 'javac', reads: ['java'], read: javaCalls },
  csharp: { tool: 'Roslyn 4.1', reads: ['csharp'], read: csharpCalls },
  kotlin: { tool: 'Kotlin 2.4', reads: ['kotlin'], read: kotlinCalls },
  rust: { tool: 'rustdoc', reads: ['rust'], read: rustdocCalls },
  ruby: { tool: 'its tests, traced', reads: ['ruby'], read: rubyCalls },
  c: { tool: 'clangd', reads: ['c', 'cpp'], read: cCalls },
  cpp: { tool: 'clangd', reads: ['c', 'cpp'], read: cCalls },
};

const reader = (name: string) => path.join(import.meta.dirname, name);

async function typescriptCalls(root: string): Promise<CallSite[]> {
  // The last compiler whose checker can be asked in the same process.
  const modules = await npmTool('typescript@5.9.3', '@types/node@24');
  return callsPrintedBy(process.execPath, [reader('typescript-calls.mjs'), root, modules]);
}

/** Without the tree's own declarations, which a compiler would take for the code that they tell of. */
async function javascriptCalls(root: string): Promise<CallSite[]> {
  const modules = await npmTool('typescript@5.9.3', '@types/node@24');
  return callsPrintedBy(process.execPath, [reader('typescript-calls.mjs'), root, modules, '--javascript']);
}

async function pythonCalls(root: string): Promise<CallSite[]> {
  const modules = await npmTool('pyright@1.1.414');
  return serverCalls(root, {
    command: process.execPath,
    args: [path.join(modules, 'pyright/langserver.index.js'), '--stdio'],
    languageId: 'python',
    settings: {
      'python.analysis': { diagnosticMode: 'openFilesOnly', typeCheckingMode: 'off', extraPaths: ['src'] },
    },
    extensions: ['py'],
    writing: pythonWriting,
  });
}

async function goCalls(root: string): Promise<CallSite[]> {
  return callsPrintedBy('go', ['run', reader('calls.go'), root], {
    cwd: root,
    env: { GOFLAGS: '-mod=mod', GO111MODULE: 'off' },
  });
}

async function javaCalls(root: string): Promise<CallSite[]> {
  return callsPrintedBy('java', [reader('Calls.java'), root]);
}

async function rubyCalls(root: string): Promise<CallSite[]> {
  return callsPrintedBy('ruby', ['-W0', reader('calls.rb'), root]);
}

/** Without a build every folder that has headers is one to include from. */
async function cCalls(root: string): Promise<CallSite[]> {
  const headers = await filesOf(root, ['h', 'hh', 'hpp', 'hxx', 'inc']);
  const folders = new Set(headers.flatMap((file) => foldersUp(path.posix.dirname(file))));
  const flags = [...folders].map((folder) => `-I${path.join(root, folder)}`);
  const sources = await filesOf(root, ['c', 'cc', 'cpp', 'cxx']);
  const commands = sources.map((file) => ({
    directory: root,
    file: path.join(root, file),
    arguments: [
      'clang',
      ...(file.endsWith('.c') ? ['-std=gnu11'] : ['-std=c++20']),
      ...flags,
      path.join(root, file),
    ],
  }));
  const database = await mkdtemp(path.join(tmpdir(), 'workspace-memory-clangd-'));
  await writeFile(path.join(database, 'compile_commands.json'), JSON.stringify(commands));
  try {
    return await serverCalls(root, {
      command: process.env['CLANGD'] ?? 'clangd',
      args: [`--compile-commands-dir=${database}`, '--background-index', '-j=2', '--log=error'],
      languageId: sources.some((file) => !file.endsWith('.c')) ? 'cpp' : 'c',
      extensions: ['c', 'cc', 'cpp', 'cxx', 'h', 'hh', 'hpp', 'inl'],
      writing: cWriting,
      indexesFirst: true,
      // In C a name alone mostly says what is meant, also in a macro, of which clangd's tree has nothing.
      guesses: sources.some((file) => !file.endsWith('.c')),
    });
  } finally {
    await rm(database, { recursive: true });
  }
}

function foldersUp(folder: string): string[] {
  return folder === '.' ? ['.'] : [folder, ...foldersUp(path.posix.dirname(folder))];
}
