import { Command } from 'commander';
import type * as z from 'zod';
import { operations, type OperationName, type OperationOutput, kebabCase } from '@memory/contracts';
import { optionOf } from '../command/option-of.ts';
import { findOperator } from './find-operator.ts';
import { print } from './print.ts';

interface OperationCommandOptions<Name extends OperationName> {
  /** The output for people; lines of `name: value` by default. */
  present?: (output: OperationOutput<Name>) => void;
}

/** A command that does one operation: its help and its options come from the row of the operator's table. */
export function operationCommand<Name extends OperationName>(
  word: string,
  name: Name,
  { present = print }: OperationCommandOptions<Name> = {},
): Command {
  const { summary, input } = operations[name];
  const options = Object.entries<z.ZodType>(input.shape).map(([field, schema]) => ({
    field,
    option: optionOf(kebabCase(field.replace(/Id$/u, '')), schema, field.endsWith('Id') ? 'id' : undefined),
  }));
  const command = new Command(word).description(summary);
  for (const { option } of options) command.addOption(option);
  return command.option('--json', 'print JSON').action(async () => {
    const given = options.map(({ field, option }) => [field, command.getOptionValue(option.attributeName())]);
    const operator = await findOperator(command);
    const output = await operator[name](Object.fromEntries(given));
    if (command.getOptionValue('json')) print(output, true);
    else present(output);
  });
}
