import { ACCOUNT_ID } from '../aws/aws-service.ts';
import type { Assembly } from './assembly.ts';

type Intrinsic = Record<string, unknown>;

/** What CloudFormation would put in for references, in an account that is not there. */
export class Resolver {
  readonly #assembly: Assembly;
  readonly #region: string;
  readonly #queueUrl: (name: string) => string;

  /** @param queueUrl known only when the stand-ins listen, which need the queues' names first */
  constructor(
    assembly: Assembly,
    { region, queueUrl }: { region: string; queueUrl: (name: string) => string },
  ) {
    this.#assembly = assembly;
    this.#region = region;
    this.#queueUrl = queueUrl;
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
      default:
        throw new Error(`The resolver does not know ${name}.`);
    }
  }

  #ref(logicalId: string): string {
    const pseudo: Record<string, string> = {
      'AWS::AccountId': ACCOUNT_ID,
      'AWS::Partition': 'aws',
      'AWS::Region': this.#region,
      'AWS::URLSuffix': 'amazonaws.com',
    };
    const known = pseudo[logicalId];
    if (known !== undefined) return known;
    const { Type, Properties } = this.#assembly.resource(logicalId);
    switch (Type) {
      case 'AWS::SQS::Queue':
        return this.#queueUrl(logicalId);
      case 'AWS::S3::Bucket':
        return logicalId.toLowerCase();
      case 'AWS::SecretsManager::Secret':
        return `arn:aws:secretsmanager:${this.#region}:${ACCOUNT_ID}:secret:${String(Properties['Name'])}`;
      case 'AWS::SecretsManager::SecretTargetAttachment':
        return this.text(Properties['SecretId']);
      case 'AWS::RDS::DBCluster':
        return String(Properties['DBClusterIdentifier']);
      case 'AWS::Lambda::Function':
        return String(Properties['FunctionName'] ?? logicalId);
      case 'AWS::Logs::LogGroup':
        return String(Properties['LogGroupName'] ?? logicalId);
      default:
        return logicalId;
    }
  }

  #attribute(logicalId: string, attribute: string): string {
    const { Type } = this.#assembly.resource(logicalId);
    const name = Type === 'AWS::SQS::Queue' ? logicalId : this.#ref(logicalId);
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
