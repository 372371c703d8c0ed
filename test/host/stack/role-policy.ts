import type { Permission } from '../../aws-stand-in/aws-service.ts';
import type { Assembly } from './assembly.ts';
import type { Resolver } from './resolver.ts';

export interface Statement {
  effect: 'Allow' | 'Deny';
  actions: string[];
  resources: string[];
}

/** Rights of a function's role. */
export function statementsOf(assembly: Assembly, resolver: Resolver, functionId: string): Statement[] {
  const roleArn = assembly.resource(functionId).Properties['Role'] as { 'Fn::GetAtt': [string, string] };
  return statementsOfRole(assembly, resolver, roleArn['Fn::GetAtt'][0]);
}

/** Rights of a role: every policy in it and of its own, with references resolved. */
export function statementsOfRole(assembly: Assembly, resolver: Resolver, roleId: string): Statement[] {
  const role = assembly.resource(roleId).Properties;
  // A managed policy would be missed here.
  if (role['ManagedPolicyArns'] !== undefined) throw new Error(`${roleId} has managed policies.`);
  const own = assembly
    .ofType('AWS::IAM::Policy')
    .map(([, { Properties }]) => Properties)
    .filter(({ Roles }) => (Roles as { Ref: string }[]).some(({ Ref }) => Ref === roleId));
  const policies = [...((role['Policies'] as unknown[] | undefined) ?? []), ...own] as {
    PolicyDocument: { Statement: Record<string, unknown>[] };
  }[];
  return policies.flatMap(({ PolicyDocument }) =>
    PolicyDocument.Statement.map(({ Effect, Action, Resource, Condition }) => {
      if ((Effect !== 'Allow' && Effect !== 'Deny') || Condition !== undefined)
        throw new Error(`Not understood: a policy of ${roleId}.`);
      return {
        effect: Effect,
        actions: [Action].flat().map(String),
        resources: [Resource].flat().map((resource) => String(resolver.resolve(resource))),
      };
    }),
  );
}

/** As IAM decides: what any statement denies is denied, and what none allows as well. */
export function allows(statements: readonly Statement[], { action, resource }: Permission): boolean {
  const effects = statements
    .filter(
      ({ actions, resources }) =>
        actions.some((pattern) => matches(pattern, action)) &&
        resources.some((pattern) => matches(pattern, resource)),
    )
    .map(({ effect }) => effect);
  return effects.includes('Allow') && !effects.includes('Deny');
}

/** IAM's wildcards: `*` for any run of characters, `?` for one. */
function matches(pattern: string, text: string): boolean {
  const escaped = pattern.replaceAll(/[.+^${}()|[\]\\]/gu, String.raw`\$&`);
  return new RegExp(`^${escaped.replaceAll('*', '.*').replaceAll('?', '.')}$`, 'su').test(text);
}
