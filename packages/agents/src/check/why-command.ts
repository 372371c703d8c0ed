import { existsSync, realpathSync, statSync } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { Command } from 'commander';
import { type MemoryIdForm, shortRef } from '@memory/contracts';
import { branchMarks } from './branch-marks.ts';
import { describeOthers, loadMemories } from './load-memories.ts';
import { INDENT, write, print, say } from '../command/print.ts';
import { openTree } from '../tree/source-tree.ts';
import { askedCode, whyCode, type Reason } from './why-code.ts';

interface WhyOptions {
  directory: string;
  from?: string;
  project?: string;
  json?: boolean;
  max: string;
}

export function whyCommand(): Command {
  return new Command('why')
    .description(
      'Say which decisions, incidents and conventions are behind a piece of code, what still holds first.',
    )
    .argument('<code>', 'FILE, FILE:LINE or FILE:SYMBOL')
    .option('-C, --directory <folder>', 'a folder of the repository, from which FILE is meant', '.')
    .option(
      '--from <place>',
      'where memories are: server, ref, refs/workspace-memory/NAME, or an export (default: the service that is set, else the ref)',
    )
    .option('--project <name>', 'look at memories of this project, too: another name than the folder has')
    .option('--max <memories>', 'most memories that are told', '10')
    .option('--json', 'print JSON')
    .action(async (given: string, { directory, from, project, json = false, max }: WhyOptions) => {
      const [, file = given, part] = /^(?<file>.+?):(?<part>[^:/\\]+)$/u.exec(given) ?? [];
      const place = resolve(directory, file);
      if (statSync(place, { throwIfNoEntry: false })?.isDirectory())
        throw new Error(`${file} is a folder: name a file of it.`);
      const { tree, git, origin, path } = await treeOf(place, directory);
      const asked = await askedCode(tree, path, part);
      const {
        memories,
        from: source,
        form,
        others,
      } = await loadMemories(git, { from, origin, project, root: tree.root });
      const reasons = await whyCode(tree, asked, memories);
      const shown = reasons.slice(0, Number(max) || 10);
      const marks = await branchMarks(
        git,
        shown.map(({ memory }) => memory),
        'HEAD',
      );
      const markOf = ({ memory }: Reason) => marks.get(memory.branch ?? '');
      if (json)
        print(
          {
            code: given,
            from: source,
            reasons: shown.map((reason) => ({ ...asJson(reason), branch: markOf(reason) ?? null })),
            more: reasons.length - shown.length,
          },
          true,
        );
      else if (shown.length === 0) {
        say(`Nothing remembered (${source}) says why.`);
        for (const line of describeOthers(others)) say(line);
      } else {
        for (const [index, reason] of shown.entries()) {
          if (index > 0) write('');
          printReason(reason, { form, branch: markOf(reason) });
        }
        if (reasons.length > shown.length) write(`${reasons.length - shown.length} more; --max shows them.`);
      }
    });
}

/** The repository that a file lies in, which may be a submodule of the one at hand; of what is gone with its folder the one at hand. */
async function treeOf(file: string, directory: string) {
  const folder = dirname(file);
  const isThere = existsSync(folder);
  // The target of a link has the history.
  const real = existsSync(file)
    ? realpathSync(file)
    : join(isThere ? realpathSync(folder) : folder, basename(file));
  const found = await openTree(isThere ? dirname(real) : directory);
  const path = relative(found.tree.root, real).replaceAll('\\', '/');
  if (path.startsWith('../')) throw new Error(`There is no file ${file}.`);
  return { ...found, path };
}

const asJson = ({ memory, by, verdict, said, commit }: Reason) => ({
  id: memory.id,
  memory_id: memory.memory_id,
  title: memory.title,
  memory_type: memory.memory_type,
  created_at: memory.created_at,
  by,
  verdict,
  said,
  commit,
});

const FIRST_LINE_MAX = 200;

function printReason(
  { memory, said, commit }: Reason,
  { form, branch }: { form: MemoryIdForm; branch: string | undefined },
): void {
  const [first = ''] = memory.narrative.split('\n').filter((line) => line.trim() !== '');
  const ref = form === 'A' ? memory.id : (memory.memory_id ?? memory.id);
  const known = [memory.created_at.slice(0, 10), commit?.slice(0, 7), shortRef(ref), branch, said];
  write(`[${memory.memory_type}] ${memory.title}`, { style: 'bold' });
  write(known.filter(Boolean).join(' · '), { indent: INDENT, style: said === 'current' ? 'dim' : 'yellow' });
  if (first !== '' && first !== memory.title) write(first.slice(0, FIRST_LINE_MAX), { indent: INDENT });
}
