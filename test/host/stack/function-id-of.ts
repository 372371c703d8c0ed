import type { Assembly } from './assembly.ts';

/** The logical id of the function that a reference of the template means: itself, or one of its aliases. */
export function functionIdOf(assembly: Assembly, reference: unknown): string {
  const { 'Fn::GetAtt': [functionId] = [], Ref: alias } = reference as {
    'Fn::GetAtt'?: string[];
    Ref?: string;
  };
  if (functionId !== undefined) return functionId;
  const { FunctionName } = assembly.resource(alias ?? '').Properties;
  return (FunctionName as { Ref: string }).Ref;
}
