import { createHash } from 'node:crypto';
import { ACCOUNT_ID } from '../../aws-stand-in/aws-service.ts';
import type { Assembly } from './assembly.ts';

type Intrinsic = Record<string, unknown>;

/** The property that names a resource, and the longest name it may have. */
const NAMES: Record<string, { property: string; lengthMax: number }> = {
  'AWS::SQS::Queue': { property: 'QueueName', lengthMax: 80 },
  'AWS::S3::Bucket': { property: 'BucketName', lengthMax: 63 },
  'AWS::SecretsManager::Secret': { property: 'Name', lengthMax: 512 },
  'AWS::RDS::DBCluster': { property: 'DBClusterIdentifier', lengthMax: 63 },
  'AWS::Lambda::Function': { property: 'FunctionName', lengthMax: 64 },
  'AWS::Logs::LogGroup': { property: 'LogGroupName', lengthMax: 512 },
  'AWS::IAM::Role': { property: 'RoleName', lengthMax: 64 },
  'AWS::SNS::Topic': { property: 'TopicName', lengthMax: 256 },
  'AWS::Scheduler::Schedule': { property: 'Name', lengthMax: 64 },
  'AWS::Lambda::Alias': { property: 'Name', lengthMax: 128 },
  'AWS::CodeDeploy::Application': { property: 'ApplicationName', lengthMax: 100 },
  'AWS::CodeDeploy::DeploymentGroup': { property: 'DeploymentGroupName', lengthMax: 100 },
  'AWS::CloudWatch::Alarm': { property: 'AlarmName', lengthMax: 255 },
};

/** Values that CloudFormation would put in for references, in an account that is not there. */
export class Resolver {
  readonly #assembly: Assembly;
  readonly #region: string;

  constructor(assembly: Assembly, { region }: { region: string }) {
    this.#assembly = assembly;
    this.#region = region;
  }

  /** A value of the template with every reference resolved. @throws for what cannot be resolved */
  resolve(value: unknown): unknown {
    if (Array.isArray(value)) return value.map((each) => this.resolve(each));
    if (typeof value !== 'object' || value === null) return value;
    const entries = Object.entries(value as Intrinsic);
    const [[name, argument] = ['', undefined]] = entries;
    if (entries.length === 1 && (name === 'Ref' || name.startsWith('Fn::')))
      return this.#call(name, argument);
    return Object.fromEntries(entries.map(([key, each]) => [key, this.resolve(each)]));
  }

  text(value: unknown): string {
    const resolved = this.resolve(value);
    if (typeof resolved !== 'string') throw new Error(`Not a text: ${JSON.stringify(value)}`);
    return resolved;
  }

  #call(name: string, argument: unknown): unknown {
    switch (name) {
      case 'Ref':
        return this.#ref(String(argument));
      case 'Fn::GetAtt': {
        const [logicalId = '', attribute = ''] = argument as string[];
        return this.#attribute(logicalId, attribute);
      }
      case 'Fn::Join': {
        const [separator, parts] = argument as [string, unknown[]];
        return parts.map((part) => this.text(part)).join(separator);
      }
      case 'Fn::Sub':
        return String(argument).replaceAll(/\$\{([^}]+)\}/gu, (_, reference: string) => this.#ref(reference));
      case 'Fn::GetAZs':
        return ['a', 'b', 'c'].map((zone) => `${this.#region}${zone}`);
      case 'Fn::Select': {
        const [index, list] = argument as [number | string, unknown];
        return (this.resolve(list) as unknown[])[Number(index)];
      }
      default:
        throw new Error(`The resolver does not know ${name}.`);
    }
  }

  #ref(logicalId: string): string {
    const pseudo: Record<string, string> = {
      'AWS::AccountId': ACCOUNT_ID,
      'AWS::Partition': 'aws',
      'AWS::Region': this.#region,
      'AWS::StackName': this.#assembly.stackName,
      'AWS::StackId': `arn:aws:cloudformation:${this.#region}:${ACCOUNT_ID}:stack/${this.#assembly.stackName}`,
      'AWS::URLSuffix': 'amazonaws.com',
    };
    const known = pseudo[logicalId];
    if (known !== undefined) return known;
    const { Type, Properties } = this.#assembly.resource(logicalId);
    const name = this.nameOf(logicalId);
    switch (Type) {
      case 'AWS::SQS::Queue':
        return `https://sqs.${this.#region}.amazonaws.com/${ACCOUNT_ID}/${name}`;
      case 'AWS::SNS::Topic':
        return `arn:aws:sns:${this.#region}:${ACCOUNT_ID}:${name}`;
      case 'AWS::Lambda::Alias':
        return `arn:aws:lambda:${this.#region}:${ACCOUNT_ID}:function:${this.text(Properties['FunctionName'])}:${name}`;
      case 'AWS::SecretsManager::Secret':
        return `arn:aws:secretsmanager:${this.#region}:${ACCOUNT_ID}:secret:${name}-Ab3dE6`;
      default:
        return name;
    }
  }

  /** The name that a resource has, given or made by CloudFormation: of stack, logical id and twelve characters, cut to what the service takes. */
  nameOf(logicalId: string): string {
    const { Type, Properties } = this.#assembly.resource(logicalId);
    const { property, lengthMax } = NAMES[Type] ?? {};
    const given = property === undefined ? undefined : Properties[property];
    if (given !== undefined) return this.text(given);
    const random = createHash('sha256').update(logicalId).digest('hex').slice(0, 12).toUpperCase();
    const stem = `${this.#assembly.stackName}-${logicalId}`.slice(0, (lengthMax ?? 255) - 13);
    const name = `${stem}-${random}`;
    return Type === 'AWS::S3::Bucket' ? name.toLowerCase() : name;
  }

  #attribute(logicalId: string, attribute: string): string {
    const { Type } = this.#assembly.resource(logicalId);
    const name = this.nameOf(logicalId);
    if (Type === 'AWS::RDS::DBCluster' && attribute === 'MasterUserSecret.SecretArn')
      return `arn:aws:secretsmanager:${this.#region}:${ACCOUNT_ID}:secret:rds!cluster-0a1b2c3d-4e5f-6071-8293-a4b5c6d7e8f9-Ab3dE6`;
    if (Type === 'AWS::SQS::Queue' && attribute === 'QueueName') return name;
    if (attribute !== 'Arn') return `${name}.${attribute}`;
    switch (Type) {
      case 'AWS::S3::Bucket':
        return `arn:aws:s3:::${name}`;
      case 'AWS::SQS::Queue':
        return `arn:aws:sqs:${this.#region}:${ACCOUNT_ID}:${name}`;
      case 'AWS::Lambda::Function':
        return `arn:aws:lambda:${this.#region}:${ACCOUNT_ID}:function:${name}`;
      case 'AWS::Logs::LogGroup':
        return `arn:aws:logs:${this.#region}:${ACCOUNT_ID}:log-group:${name}:*`;
      default:
        return `arn:aws:${Type}:${name}`;
    }
  }
}
