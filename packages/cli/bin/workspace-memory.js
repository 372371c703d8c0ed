#!/usr/bin/env node
// Plain JavaScript for whatever Node is there: the rest is TypeScript, which Node runs as it is from version 24 on.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import module from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const LEAST_MAJOR = 24;

if (Number.parseInt(process.versions.node, 10) >= LEAST_MAJOR) {
  // Every agent session starts the bridge: with what Node compiled the last time that takes 0.4 s of processor time, not 0.9 s.
  module.enableCompileCache?.();
  await import('../src/main.ts');
} else runWithOwnNode();

/** The repository brings the Node it needs as a package; its program stands in `node_modules` above this file. */
function runWithOwnNode() {
  const node = findNode(dirname(fileURLToPath(import.meta.url)));
  if (!node) {
    console.error(
      `workspace-memory needs Node ${LEAST_MAJOR} or later; this is ${process.version}. See https://nodejs.org.`,
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
