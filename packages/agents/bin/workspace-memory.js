#!/usr/bin/env node
// Plain JavaScript for whatever Node is there. The repository runs its TypeScript as it is, which takes Node 24; the package
// that is installed brings what the build made of it.
import { existsSync, readFileSync } from 'node:fs';

const LEAST_MAJOR_OF_SOURCES = 24;

const sources = new URL('../src/main.ts', import.meta.url);

if (existsSync(sources)) {
  if (Number.parseInt(process.versions.node, 10) >= LEAST_MAJOR_OF_SOURCES) {
    await keepCompiled();
    await import(sources.href);
  } else await runWithOwnNode();
} else {
  const help = helpFor(process.argv.slice(2));
  if (help === undefined) {
    await keepCompiled();
    await import('../dist/lib/main.js');
  } else process.stdout.write(help);
}

/** `--help` and `up --help` as the build has written them down: to ask the commands themselves takes three times as long. */
function helpFor([first = '', second, ...others]) {
  if (others.length > 0) return undefined;
  const isAsked = (word) => word === '--help' || word === '-h';
  const names = [
    first === 'help' && (second ?? ''),
    isAsked(first) && second === undefined && '',
    isAsked(second) && first,
  ];
  const name = names.find((each) => typeof each === 'string');
  if (name === undefined) return undefined;
  const texts = JSON.parse(readFileSync(new URL('../dist/help.json', import.meta.url), 'utf8'));
  return Object.hasOwn(texts, name) ? texts[name] : undefined;
}

/** Every agent session starts the bridge: with what Node compiled the last time that takes half the processor time. */
async function keepCompiled() {
  const { default: module } = await import('node:module');
  module.enableCompileCache?.();
}

/** The repository brings the Node it needs as a package; its program stands in `node_modules` above this file. */
async function runWithOwnNode() {
  const { spawn } = await import('node:child_process');
  const { dirname, join } = await import('node:path');
  const { fileURLToPath } = await import('node:url');
  const findNode = (folder) => {
    const candidate = join(folder, 'node_modules', 'node', 'bin', 'node');
    if (existsSync(candidate)) return candidate;
    const parent = dirname(folder);
    return parent === folder ? undefined : findNode(parent);
  };
  const here = fileURLToPath(import.meta.url);
  const node = findNode(dirname(here));
  if (!node) {
    console.error(
      `The sources of workspace-memory need Node ${LEAST_MAJOR_OF_SOURCES} or later; this is ${process.version}. See https://nodejs.org.`,
    );
    process.exitCode = 1;
    return;
  }
  const child = spawn(node, [here, ...process.argv.slice(2)], { stdio: 'inherit' });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  child.on('exit', (code, signal) => {
    if (signal) process.exitCode = 1;
    else process.exitCode = code ?? 1;
  });
}
