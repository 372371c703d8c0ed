import { lengthOf, numberOf, nameOf, type Limit } from './limit.ts';

const RDS = 'AmazonRDS/latest/APIReference/API_CreateDBCluster.html';
const SERVERLESS = 'AmazonRDS/latest/AuroraUserGuide/aurora-serverless-v2-auto-pause.html';

/** Of the cluster and its secrets. */
export const DATABASE_LIMITS: readonly Limit[] = [
  {
    of: 'AWS::RDS::DBCluster',
    what: 'length of the name',
    least: 1,
    most: 63,
    source: RDS,
    measure: nameOf,
  },
  {
    of: 'AWS::RDS::DBCluster',
    what: 'length of the name of its database',
    least: 1,
    most: 64,
    source: RDS,
    measure: ({ properties }) => [lengthOf(properties['DatabaseName'])],
  },
  {
    of: 'AWS::RDS::DBCluster',
    what: "length of the owner's name",
    least: 1,
    most: 16,
    source: RDS,
    measure: ({ properties }) => [lengthOf(properties['MasterUsername'])],
  },
  {
    of: 'AWS::RDS::DBCluster',
    what: "characters of the owner's name other than letters and digits",
    most: 0,
    source: RDS,
    measure: ({ properties }) => [
      String(properties['MasterUsername']).replaceAll(/[A-Za-z0-9]/gu, '').length,
    ],
  },
  {
    of: 'AWS::RDS::DBCluster',
    what: 'days of backups',
    least: 1,
    most: 35,
    source: RDS,
    measure: ({ properties }) => [numberOf(properties['BackupRetentionPeriod'])],
  },
  {
    of: 'AWS::RDS::DBCluster',
    what: 'half capacity units, whole',
    most: 0,
    source: 'AmazonRDS/latest/APIReference/API_ServerlessV2ScalingConfiguration.html',
    measure: ({ properties }) =>
      Object.entries(properties['ServerlessV2ScalingConfiguration'] as Record<string, number>)
        .filter(([name]) => name.endsWith('Capacity'))
        .map(([, units]) => (units * 2) % 1),
  },
  {
    of: 'AWS::RDS::DBCluster',
    what: 'capacity units at most',
    least: 1,
    most: 256,
    source: 'AmazonRDS/latest/APIReference/API_ServerlessV2ScalingConfiguration.html',
    measure: ({ properties }) => [properties['ServerlessV2ScalingConfiguration'].MaxCapacity],
  },
  {
    of: 'AWS::RDS::DBCluster',
    what: 'idle seconds until it pauses',
    least: 300,
    most: 86_400,
    source: SERVERLESS,
    measure: ({ properties }) => [properties['ServerlessV2ScalingConfiguration'].SecondsUntilAutoPause],
  },
  {
    of: 'AWS::RDS::DBCluster',
    what: 'days that Performance Insights keeps what it has seen without charge',
    most: 7,
    source: 'AmazonRDS/latest/APIReference/API_CreateDBCluster.html',
    measure: ({ properties }) => [numberOf(properties['PerformanceInsightsRetentionPeriod'])],
  },
  {
    of: 'AWS::RDS::DBInstance',
    what: 'tier of promotion',
    least: 0,
    most: 15,
    source: 'AmazonRDS/latest/APIReference/API_CreateDBInstance.html',
    measure: ({ properties }) => [numberOf(properties['PromotionTier'])],
  },
  {
    of: 'AWS::RDS::DBSubnetGroup',
    what: 'subnets, of two zones at least',
    least: 2,
    most: 20,
    source: 'AmazonRDS/latest/AuroraUserGuide/CHAP_Limits.html',
    measure: ({ properties }) => [properties['SubnetIds'].length],
  },
  {
    of: 'AWS::SecretsManager::Secret',
    what: 'length of the name',
    least: 1,
    most: 512,
    source: 'secretsmanager/latest/userguide/reference_limits.html',
    measure: nameOf,
  },
];
