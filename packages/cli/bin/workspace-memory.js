#!/usr/bin/env node
// Plain JavaScript for whatever Node is there. The repository runs its TypeScript as it is, which takes Node 24; the package
// that is installed brings what the build made of it.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import module from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const LEAST_MAJOR_OF_SOURCES = 24;

const sources = new URL('../src/main.ts', import.meta.url);

// Every agent session starts the bridge: with what Node compiled the last time that takes half the processor time.
if (!existsSync(sources)) {
  module.enableCompileCache?.();
  await import('../dist/lib/main.js');
} else if (Number.parseInt(process.versions.node, 10) >= LEAST_MAJOR_OF_SOURCES) {
  module.enableCompileCache?.();
  await import(sources.href);
} else runWithOwnNode();

/** The repository brings the Node it needs as a package; its program stands in `node_modules` above this file. */
function runWithOwnNode() {
  const node = findNode(dirname(fileURLToPath(import.meta.url)));
  if (!node) {
    console.error(
      `The sources of workspace-memory need Node ${LEAST_MAJOR_OF_SOURCES} or later; this is ${process.version}. See https://nodejs.org.`,
    );
    process.exitCode = 1;
    return;
  }
  const child = spawn(node, [fileURLToPath(import.meta.url), ...process.argv.slice(2)], { stdio: 'inherit' });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  child.on('exit', (code, signal) => {
    if (signal) process.exitCode = 1;
    else process.exitCode = code ?? 1;
  });
}

function findNode(folder) {
  const candidate = join(folder, 'node_modules', 'node', 'bin', 'node');
  if (existsSync(candidate)) return candidate;
  const parent = dirname(folder);
  return parent === folder ? undefined : findNode(parent);
}
