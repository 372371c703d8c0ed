import { Command, Option } from 'commander';
import * as z from 'zod';
import { operations, type OperationName, type OperationOutput, kebabCase } from '@memory/contracts';
import { printable } from '@memory/text/printable';
import { findOperator } from './find-operator.ts';
import { print } from './print.ts';

interface OperationCommandOptions<Name extends OperationName> {
  /** What people read of the output; lines of `name: value` by default. */
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
    option: optionOf(field, schema),
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

/** `--workspace <id>` of `workspaceId`; what has no default must be given, and one of a few values is offered as a choice. */
function optionOf(field: string, schema: z.ZodType): Option {
  const flag = kebabCase(field.replace(/Id$/u, ''));
  const plain = withoutDefault(schema);
  const value = field.endsWith('Id') ? 'id' : plain instanceof z.ZodNumber ? 'count' : flag;
  const option = new Option(`--${flag} <${value}>`, printable(schema.description ?? ''));
  if (plain instanceof z.ZodEnum) option.choices(plain.options.map(String));
  if (plain instanceof z.ZodNumber) option.argParser(Number);
  return option.makeOptionMandatory(!schema.isOptional());
}

function withoutDefault(schema: z.core.$ZodType): z.core.$ZodType {
  if (schema instanceof z.ZodDefault || schema instanceof z.ZodNullable || schema instanceof z.ZodOptional)
    return withoutDefault(schema.unwrap());
  return schema;
}
