import { Option } from 'commander';
import * as z from 'zod';
import { printable } from '@memory/text/printable';

/** The option of a field: it must be given unless the schema has a default, a list repeats it, and one of a few values is offered as a choice. */
export function optionOf(flag: string, schema: z.ZodType, value = flag): Option {
  const plain = bare(schema);
  const item = plain instanceof z.ZodArray ? bare(plain.element) : plain;
  const option = new Option(
    `--${flag} <${item instanceof z.ZodNumber ? 'count' : value}>`,
    printable(schema.description ?? ''),
  );
  if (item instanceof z.ZodEnum) option.choices(item.options.map(String));
  if (item instanceof z.ZodNumber) option.argParser(Number);
  if (plain instanceof z.ZodArray)
    option.argParser((one: string, before: string[] | undefined) => [...(before ?? []), one]);
  const standard: unknown = schema instanceof z.ZodDefault ? schema.def.defaultValue : undefined;
  if (typeof standard === 'string' || typeof standard === 'number') option.default(standard);
  return option.makeOptionMandatory(!schema.isOptional());
}

function bare(schema: z.core.$ZodType): z.core.$ZodType {
  if (schema instanceof z.ZodDefault || schema instanceof z.ZodNullable || schema instanceof z.ZodOptional)
    return bare(schema.unwrap());
  if (schema instanceof z.ZodPipe) return bare(schema.in);
  return schema;
}
