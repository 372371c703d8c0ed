import type { Permission } from '../aws/aws-service.ts';
import type { Assembly } from './assembly.ts';
import type { Resolver } from './resolver.ts';

export interface Statement {
  effect: 'Allow' | 'Deny';
  actions: string[];
  resources: string[];
}

/** What a function's role allows and denies: every policy in it, with references resolved. */
export function statementsOf(assembly: Assembly, resolver: Resolver, functionId: string): Statement[] {
  const roleArn = assembly.resource(functionId).Properties['Role'] as { 'Fn::GetAtt': [string, string] };
  const role = assembly.resource(roleArn['Fn::GetAtt'][0]).Properties;
  // A managed or separate policy would be missed here.
  if (role['ManagedPolicyArns'] !== undefined)
    throw new Error(`The role of ${functionId} has managed policies.`);
  const policies = role['Policies'] as { PolicyDocument: { Statement: Record<string, unknown>[] } }[];
  return policies.flatMap(({ PolicyDocument }) =>
    PolicyDocument.Statement.map(({ Effect, Action, Resource, Condition }) => {
      if ((Effect !== 'Allow' && Effect !== 'Deny') || Condition !== undefined)
        throw new Error(`Not understood: a policy of ${functionId}.`);
      return {
        effect: Effect,
        actions: [Action].flat().map(String),
        resources: [resolver.resolve(Resource)].flat().map(String),
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
