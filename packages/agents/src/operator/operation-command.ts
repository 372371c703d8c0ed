import { Command, InvalidArgumentError, Option } from 'commander';
import * as z from 'zod';
import { operations, type OperationName, type OperationOutput, kebabCase } from '@memory/contracts';
import { printable } from '@memory/text/printable';
import { print } from '../command/print.ts';
import { findOperator } from './find-operator.ts';

interface OperationCommandOptions<Name extends OperationName> {
  present?: (output: OperationOutput<Name>) => void;
}

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

/** The option of a field: it must be given unless the schema has a default, a list repeats it, and one of a few values is offered as a choice. */
export function optionOf(flag: string, schema: z.ZodType, value = flag): Option {
  const plain = bare(schema);
  const item = plain instanceof z.ZodArray ? bare(plain.element) : plain;
  const option = new Option(
    `--${flag} <${item instanceof z.ZodNumber ? 'count' : value}>`,
    printable(schema.description ?? ''),
  );
  if (item instanceof z.ZodEnum) option.choices(item.options.map(String));
  if (item instanceof z.ZodNumber) option.argParser(givenNumber);
  if (plain instanceof z.ZodArray)
    option.argParser((one: string, before: string[] | undefined) => [...(before ?? []), one]);
  const standard: unknown = schema instanceof z.ZodDefault ? schema.def.defaultValue : undefined;
  if (typeof standard === 'string' || typeof standard === 'number') option.default(standard);
  return option.makeOptionMandatory(!schema.isOptional());
}

export function givenNumber(given: string): number {
  const number = Number(given);
  if (given.trim() === '' || Number.isNaN(number)) throw new InvalidArgumentError('A number.');
  return number;
}

function bare(schema: z.core.$ZodType): z.core.$ZodType {
  if (schema instanceof z.ZodDefault || schema instanceof z.ZodNullable || schema instanceof z.ZodOptional)
    return bare(schema.unwrap());
  if (schema instanceof z.ZodPipe) return bare(schema.in);
  return schema;
}
