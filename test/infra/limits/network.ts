import { lengthOf, type Limit } from './limit.ts';

/** Of the network. */
export const NETWORK_LIMITS: readonly Limit[] = [
  {
    of: 'AWS::EC2::VPC',
    what: 'bits of the network',
    least: 16,
    most: 28,
    source: 'vpc/latest/userguide/vpc-cidr-blocks.html',
    measure: ({ properties }) => [Number(String(properties['CidrBlock']).split('/')[1])],
  },
  {
    of: 'AWS::EC2::Subnet',
    what: 'bits of a subnet',
    least: 16,
    most: 28,
    source: 'vpc/latest/userguide/subnet-sizing.html',
    measure: ({ properties }) => [Number(String(properties['CidrBlock']).split('/')[1])],
  },
  {
    of: 'AWS::EC2::SecurityGroup',
    what: 'rules of a direction',
    most: 60,
    source: 'vpc/latest/userguide/amazon-vpc-limits.html',
    measure: ({ properties }) => [
      properties['SecurityGroupEgress']?.length,
      properties['SecurityGroupIngress']?.length,
    ],
  },
  {
    of: 'AWS::EC2::SecurityGroup',
    what: 'length of the description',
    most: 255,
    source: 'AWSEC2/latest/APIReference/API_CreateSecurityGroup.html',
    measure: ({ properties }) => [lengthOf(properties['GroupDescription'])],
  },
];
