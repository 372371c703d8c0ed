import { printable } from '@memory/text/printable';
import { Command } from 'commander';
import { GROUPS } from './commands.ts';
import packageJson from '../../package.json' with { type: 'json' };

/** Where a terminal does not say how wide it is. */
const HELP_WIDTH = 80;

/**
 * The command with the one of its commands that is wanted; the others are there by name, since some bring half of the service
 * along.
 * @param wanted the name of a command
 */
export async function makeProgram(wanted: string | undefined): Promise<Command> {
  const program = new Command('workspace-memory')
    .description(
      "A team's long-term memory for coding agents. Without a command: starts your service and says what is next.",
    )
    .version(packageJson.version)
    .addHelpText('after', `\n${EXIT_CODES}`);
  for (const { title, example, commands } of GROUPS)
    for (const [name, { alias, summary, load }] of Object.entries(commands)) {
      const isWanted = wanted !== undefined && (wanted === name || wanted === alias);
      const command = isWanted ? await load() : new Command(name).description(summary);
      if (alias !== undefined) command.alias(alias);
      program.addCommand(command.summary(summary).helpGroup(`${title} (workspace-memory ${example}):`));
    }
  return tellPrintably(program);
}

export const EXIT_CODES = `A command ends with 0 when it is done, and with 1 when it failed or the answer
is no: nothing found, not running, not well; check only as --fail-on says.`;

/** A refusal quotes a word that was given, which a `*` may have made of the name of a file. */
function tellPrintably(command: Command): Command {
  command.configureOutput({ outputError: (message, write) => write(printable(message)) });
  for (const each of command.commands) tellPrintably(each);
  return command;
}

/** Texts of `--help`, by command and of the whole: the package keeps them, since to ask for them takes as long as to do it. */
export async function helpTexts(): Promise<Record<string, string>> {
  const texts: Record<string, string> = {};
  const names = GROUPS.flatMap(({ commands }) =>
    Object.entries(commands).flatMap(([name, { alias }]) => (alias === undefined ? [name] : [name, alias])),
  );
  for (const name of ['', ...names]) {
    const program = await makeProgram(name);
    const command =
      program.commands.find((each) => [each.name(), ...each.aliases()].includes(name)) ?? program;
    let text = '';
    command.configureOutput({ getOutHelpWidth: () => HELP_WIDTH, writeOut: (part) => (text += part) });
    command.outputHelp();
    texts[name] = text;
  }
  return texts;
}
