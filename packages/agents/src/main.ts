#!/usr/bin/env node
import { setFlagsFromString } from 'node:v8';
import { makeProgram } from './command/program.ts';
import { warn } from './command/print.ts';

process.env['TZ'] = 'UTC';

const words = process.argv.slice(2);
/** Commands that read code: the process of its parser starts while they are loaded. */
const PARSING = new Set(['check', 'index', 'why', 'judge-anchors']);

try {
  if (PARSING.has(words[0] ?? '')) {
    // The space for what is new grows with what an index throws away, to half of the memory of its process.
    setFlagsFromString('--semi-space-growth-factor=1');
    (await import('@memory/code-graph/parser')).startParser();
  }
  // The shells' completions ask for this one.
  if (words[0] === 'complete') {
    const line = words.slice(words[1] === '--' ? 2 : 1);
    await (await import('./command/completion-command.ts')).complete(await makeProgram(line[0]), line);
  }
  // Of the hook, and nobody else: no command that anybody is told of.
  else if (words[0] === 'judge-anchors')
    await (await import('./grounds/judge-in-tree.ts')).judgeAnchorsOfInput();
  else {
    // `help up` asks for the same as `up --help`.
    const program = await makeProgram(words[words[0] === 'help' ? 1 : 0]);
    if (words.length === 0) await (await import('./service/first-steps.ts')).firstSteps();
    else await program.parseAsync();
  }
} catch (error) {
  warn(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
