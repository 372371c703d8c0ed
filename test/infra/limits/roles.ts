import { bytesOf, nameOf, type Limit } from './limit.ts';

const IAM = 'IAM/latest/UserGuide/reference_iam-quotas.html';

/** Of roles and policies. */
export const ROLES_LIMITS: readonly Limit[] = [
  {
    of: 'AWS::IAM::Role',
    what: 'characters of all inline policies (AWS: 10,240)',
    most: 9_500,
    source: IAM,
    unread: true,
    measure: ({ properties }) => [
      (properties['Policies'] ?? []).reduce(
        (sum: number, { PolicyDocument }: { PolicyDocument: unknown }) => sum + bytesOf(PolicyDocument),
        0,
      ),
    ],
  },
  { of: 'AWS::IAM::Role', what: 'length of the name', most: 64, source: IAM, measure: nameOf },
  {
    of: 'AWS::IAM::Role',
    what: 'characters of the trust policy',
    most: 2_048,
    source: IAM,
    measure: ({ properties }) => [bytesOf(properties['AssumeRolePolicyDocument'])],
  },
  {
    of: 'AWS::IAM::Role',
    what: 'managed policies',
    most: 10,
    source: IAM,
    measure: ({ properties }) => [properties['ManagedPolicyArns']?.length],
  },
  {
    of: 'AWS::IAM::Policy',
    what: 'characters of a policy of its own',
    most: 9_500,
    source: IAM,
    unread: true,
    measure: ({ properties }) => [bytesOf(properties['PolicyDocument'])],
  },
];
