import { nameOf, type Limit } from './limit.ts';

/** Of canaries. */
export const DEPLOYMENTS_LIMITS: readonly Limit[] = [
  {
    of: 'AWS::CodeDeploy::Application',
    what: 'length of the name',
    least: 1,
    most: 100,
    source: 'codedeploy/latest/APIReference/API_CreateApplication.html',
    measure: nameOf,
  },
  {
    of: 'AWS::CodeDeploy::DeploymentGroup',
    what: 'length of the name',
    least: 1,
    most: 100,
    source: 'codedeploy/latest/APIReference/API_CreateDeploymentGroup.html',
    measure: nameOf,
  },
  {
    of: 'AWS::CodeDeploy::DeploymentGroup',
    what: 'alarms',
    least: 1,
    most: 10,
    source: 'codedeploy/latest/userguide/limits.html',
    measure: ({ properties }) => [properties['AlarmConfiguration'].Alarms.length],
  },
];
