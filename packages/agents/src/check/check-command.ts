import { Command, InvalidArgumentError, Option } from 'commander';
import { checkRepository, UnreadMemories } from './check-repository.ts';
import { CHECK_FORMATS, printNotes, type CheckFormat } from './describe-notes.ts';
import { failPolicy, fails } from './fail-policy.ts';
import { warn } from '../command/print.ts';

interface CheckOptions {
  diff: string;
  staged: boolean;
  directory: string;
  from?: string;
  project?: string;
  format: CheckFormat;
  failOn: string[];
  optional: boolean;
  max: number;
}

const NOTES_SHOWN = 10;

export function checkCommand(): Command {
  return new Command('check')
    .description(
      'Say what is remembered that a change touches: what it makes wrong, what holds for it, what else depends on it.',
    )
    .option('-C, --directory <folder>', 'a folder of the repository', '.')
    .option('--diff <range>', 'the change: A..B, A...B, or A for the working tree against A', 'HEAD')
    .option(
      '--staged',
      'only what is staged, against HEAD or the commit of --diff: for a hook before a commit',
      false,
    )
    .option(
      '--from <place>',
      'where memories are: server, ref, refs/workspace-memory/NAME, or an export (default: the service that is set, else the ref)',
    )
    .option('--project <name>', 'look at memories of this project, too: another name than the folder has')
    .addOption(
      new Option('--format <format>', 'how it is told; markdown is for a comment')
        .choices(CHECK_FORMATS)
        .default('text'),
    )
    .option(
      '--fail-on <type>',
      'exit with 1 when a decision (or convention, document, any) is affected; decision=gone only when its code is gone; may be repeated',
      collect,
      [],
    )
    .option('--optional', 'say why and exit with 0 where what is remembered cannot be read', false)
    .option('--max <notes>', 'most notes that are told', positive, NOTES_SHOWN)
    .addHelpText('after', HELP)
    .action(
      async ({ directory, diff, staged, from, project, format, failOn, optional, max }: CheckOptions) => {
        const policy = failPolicy(failOn);
        const checked = await checkRepository({
          folder: directory,
          range: diff,
          isStaged: staged,
          from,
          project,
        }).catch((error: unknown) => {
          if (optional && error instanceof UnreadMemories) return error;
          throw error;
        });
        if (checked instanceof UnreadMemories) {
          warn(`Nothing was looked at. ${checked.message}`);
          return;
        }
        const { notes } = checked;
        // Notes that fail the check are told whatever their weight.
        const shown = notes.filter((note, place) => place < max || fails(note, policy));
        const more = notes.length - shown.length;
        printNotes(format, {
          notes: shown,
          more,
          from: checked.from,
          form: checked.form,
          omits: checked.omits,
          others: checked.others,
          range: staged
            ? 'what is staged'
            : /\.\./u.test(diff)
              ? diff
              : `what changed since ${diff || 'HEAD'}`,
          policy,
        });
        if (shown.some((note) => fails(note, policy))) process.exitCode = 1;
      },
    );
}

const collect = (value: string, before: string[]): string[] => [...before, value];

function positive(value: string): number {
  const number = Number(value);
  if (!Number.isInteger(number) || number < 1) throw new InvalidArgumentError('A whole number from 1.');
  return number;
}

const HELP = `
Told are memories whose symbols the change alters or takes away, decisions and incidents about what calls these (two steps),
conventions for its files, contradictions left open, and documents that name paths and symbols which are gone. Nothing is
sent anywhere: with --from ref or an export no service is needed. It ends with 0 also when memories are affected, and with 1
when one is that --fail-on names, or when something fails.`;
