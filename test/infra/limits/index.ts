import { BUCKETS_LIMITS } from './buckets.ts';
import { DATABASE_LIMITS } from './database.ts';
import { DEPLOYMENTS_LIMITS } from './deployments.ts';
import { GATEWAY_LIMITS } from './gateway.ts';
import { LAMBDA_LIMITS } from './lambda.ts';
import { MONITORING_LIMITS } from './monitoring.ts';
import { NETWORK_LIMITS } from './network.ts';
import { QUEUES_LIMITS } from './queues.ts';
import { ROLES_LIMITS } from './roles.ts';
import { SCHEDULES_LIMITS } from './schedules.ts';
import type { Limit } from './limit.ts';

/** The limits of every kind of resource that the stack has. */
export const LIMITS: readonly Limit[] = [
  ...BUCKETS_LIMITS,
  ...DATABASE_LIMITS,
  ...DEPLOYMENTS_LIMITS,
  ...GATEWAY_LIMITS,
  ...LAMBDA_LIMITS,
  ...MONITORING_LIMITS,
  ...NETWORK_LIMITS,
  ...QUEUES_LIMITS,
  ...ROLES_LIMITS,
  ...SCHEDULES_LIMITS,
];

/** Kinds that join two others and have no size of their own. */
export const WITHOUT_LIMITS: readonly string[] = [
  'AWS::CDK::Metadata',
  'AWS::EC2::FlowLog',
  'AWS::EC2::RouteTable',
  'AWS::EC2::SubnetRouteTableAssociation',
  'AWS::Lambda::Version',
  'AWS::SNS::Subscription',
];
