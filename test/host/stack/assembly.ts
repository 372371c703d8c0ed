import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface Resource {
  Type: string;
  Properties: Record<string, unknown>;
  DependsOn?: string | string[];
  DeletionPolicy?: string;
  UpdateReplacePolicy?: string;
  UpdatePolicy?: { CodeDeployLambdaAliasUpdate?: { ApplicationName: unknown; DeploymentGroupName: unknown } };
}

interface GatewayOperation {
  isDefaultRoute?: boolean;
  'x-amazon-apigateway-integration': {
    uri: unknown;
    credentials: { 'Fn::GetAtt': [role: string, attribute: string] };
    payloadFormatVersion: string;
  };
}

export interface GatewayRoute {
  /** Method and path, or `$default`. */
  key: string;
  /** Reference to the function, or to its alias. */
  called: unknown;
  /** Logical id of the role that it is called as. */
  caller: string;
  payloadFormatVersion: string;
}

/** A stack as `cdk synth` left it: what would be deployed, and nothing that made it. */
export class Assembly {
  readonly stackName: string;
  readonly outputs: Record<string, { Value: unknown }>;
  readonly #directory: string;
  readonly #resources: ReadonlyMap<string, Resource>;

  constructor(directory: string, stackName: string) {
    this.#directory = directory;
    this.stackName = stackName;
    const template = JSON.parse(readFileSync(join(directory, `${stackName}.template.json`), 'utf8')) as {
      Resources: Record<string, Resource>;
      Outputs: Record<string, { Value: unknown }>;
    };
    this.#resources = new Map(Object.entries(template.Resources));
    this.outputs = template.Outputs;
  }

  /** @throws for an id that the template does not have, as a deployment would */
  resource(logicalId: string): Resource {
    const found = this.#resources.get(logicalId);
    if (!found) throw new Error(`The template has no resource ${logicalId}.`);
    return found;
  }

  /** The resources of a type with their logical ids. */
  ofType(type: string): [string, Resource][] {
    return [...this.#resources].filter(([, resource]) => resource.Type === type);
  }

  /** Every resource with its logical id. */
  all(): [string, Resource][] {
    return [...this.#resources];
  }

  /** The routes of the gateway's description. */
  routes(): GatewayRoute[] {
    return this.ofType('AWS::ApiGatewayV2::Api').flatMap(([, { Properties }]) => {
      const { paths } = Properties['Body'] as { paths: Record<string, Record<string, GatewayOperation>> };
      return Object.entries(paths).flatMap(([path, operations]) =>
        Object.entries(operations).map(([method, operation]) => {
          const { uri, credentials, payloadFormatVersion } = operation['x-amazon-apigateway-integration'];
          const called = (uri as { 'Fn::Join': [string, unknown[]] })['Fn::Join'][1].at(-2);
          const verb = method === 'x-amazon-apigateway-any-method' ? 'ANY' : method.toUpperCase();
          const key = operation.isDefaultRoute ? '$default' : `${verb} ${path}`;
          return { key, called, caller: credentials['Fn::GetAtt'][0], payloadFormatVersion };
        }),
      );
    });
  }

  /** The kinds of resources there are. */
  get types(): string[] {
    return [...new Set([...this.#resources.values()].map(({ Type }) => Type))];
  }

  get size(): number {
    return this.#resources.size;
  }

  /** Folder of the code that a function is deployed with. */
  codeOf(logicalId: string): string {
    const { S3Key } = this.resource(logicalId).Properties['Code'] as { S3Key: string };
    return this.assetOf(S3Key);
  }

  /** Folder of the one layer of a function; undefined where it has none. */
  layerOf(logicalId: string): string | undefined {
    const [layer] = (this.resource(logicalId).Properties['Layers'] ?? []) as { Ref: string }[];
    if (!layer) return undefined;
    const { S3Key } = this.resource(layer.Ref).Properties['Content'] as { S3Key: string };
    return this.assetOf(S3Key);
  }

  /** Folder of what is deployed under a key. */
  assetOf(key: string): string {
    return join(this.#directory, `asset.${key.replace(/\.zip$/u, '')}`);
  }
}
