import { printable } from '@memory/text/printable';
import { Command } from 'commander';
import { COMMANDS } from './commands.ts';
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
    .version(packageJson.version);
  for (const { name, summary, load } of COMMANDS)
    program.addCommand(name === wanted ? await load() : new Command(name).description(summary));
  return tellPrintably(program);
}

/** A refusal quotes a word that was given, which a `*` may have made of the name of a file. */
function tellPrintably(command: Command): Command {
  command.configureOutput({ outputError: (message, write) => write(printable(message)) });
  for (const each of command.commands) tellPrintably(each);
  return command;
}

/** What `--help` says, by command and of the whole: the package keeps it, since to ask for it takes as long as to do it. */
export async function helpTexts(): Promise<Record<string, string>> {
  const texts: Record<string, string> = {};
  for (const name of ['', ...COMMANDS.map((command) => command.name)]) {
    const program = await makeProgram(name);
    const command = program.commands.find((each) => each.name() === name) ?? program;
    texts[name] = command.configureOutput({ getOutHelpWidth: () => HELP_WIDTH }).helpInformation();
  }
  return texts;
}
