import type { Permission } from '../aws/aws-service.ts';
import type { Assembly } from './assembly.ts';
import type { Resolver } from './resolver.ts';

export interface Statement {
  actions: string[];
  resources: string[];
}

/** What a function's role allows: every policy in it, with references resolved. */
export function statementsOf(assembly: Assembly, resolver: Resolver, functionId: string): Statement[] {
  const roleArn = assembly.resource(functionId).Properties['Role'] as { 'Fn::GetAtt': [string, string] };
  const role = assembly.resource(roleArn['Fn::GetAtt'][0]).Properties;
  // A managed or separate policy would be missed here.
  if (role['ManagedPolicyArns'] !== undefined)
    throw new Error(`The role of ${functionId} has managed policies.`);
  const policies = role['Policies'] as { PolicyDocument: { Statement: Record<string, unknown>[] } }[];
  return policies.flatMap(({ PolicyDocument }) =>
    PolicyDocument.Statement.map(({ Effect, Action, Resource, Condition }) => {
      if (Effect !== 'Allow' || Condition !== undefined)
        throw new Error(`Not understood: a policy of ${functionId}.`);
      return {
        actions: [Action].flat().map(String),
        resources: [resolver.resolve(Resource)].flat().map(String),
      };
    }),
  );
}

export const allows = (statements: readonly Statement[], { action, resource }: Permission): boolean =>
  statements.some(
    ({ actions, resources }) =>
      actions.some((pattern) => matches(pattern, action)) &&
      resources.some((pattern) => matches(pattern, resource)),
  );

/** IAM's wildcards: `*` for any run of characters, `?` for one. */
function matches(pattern: string, text: string): boolean {
  const escaped = pattern.replaceAll(/[.+^${}()|[\]\\]/gu, String.raw`\$&`);
  return new RegExp(`^${escaped.replaceAll('*', '.*').replaceAll('?', '.')}$`, 'su').test(text);
}
