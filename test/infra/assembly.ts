import { inject } from 'vitest';
import { Assembly, type Resource } from '../host/stack/assembly.ts';
import { Resolver } from '../host/stack/resolver.ts';

/** CloudFormation takes 500; an endpoint is one, its function. */
export const RESOURCES_MAX = 350;

export const ENVIRONMENTS = ['dev', 'staging', 'prod'] as const;

export interface Synthesized {
  assembly: Assembly;
  resolver: Resolver;
  /** Our functions by logical id. */
  functions: [string, Resource][];
}

/** An environment as it was synthesized for this run. */
export function synthesized(environment: (typeof ENVIRONMENTS)[number]): Synthesized {
  const assembly = new Assembly(inject('assembly'), `workspace-memory-${environment}`);
  const resolver = new Resolver(assembly, { region: 'eu-central-1' });
  const functions = assembly
    .ofType('AWS::Lambda::Function')
    .filter(([, { Properties }]) => Properties['LoggingConfig'] !== undefined);
  return { assembly, resolver, functions };
}

/** The logical id of one of our functions. */
export function idOf(functions: Synthesized['functions'], name: string): string {
  const [id] = functions
    .map(([each]) => each)
    .filter((each) => new RegExp(`^${name}[0-9A-F]{8}$`, 'iu').test(each));
  if (id === undefined) throw new Error(`The stack has no function of ${name}.`);
  return id;
}
