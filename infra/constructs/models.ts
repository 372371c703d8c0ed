import { join } from 'node:path';
import { Aws, Stack } from 'aws-cdk-lib';
import * as iam from 'aws-cdk-lib/aws-iam';
import { Code, LayerVersion } from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';
import type { Capability } from '@memory/contracts';
import { acknowledge } from '../acknowledge.ts';
import type { Environment } from '../environments.ts';

/** A model that is called through a profile, which spreads calls over Regions: what stands before the provider's name says which. */
const PROFILE = /^(?:us-gov|us|eu|apac|au|ca|jp|global)\./u;

const TABLE = join(import.meta.dirname, '../../packages/text/table');

/** A function or a container, which has the table in its image. */
export interface Equipped extends iam.IGrantable {
  readonly role?: iam.IRole | undefined;
  addEnvironment(name: string, value: string): unknown;
  addLayers?(layer: LayerVersion): void;
}

export class Models extends Construct {
  readonly #models: Environment['models'];
  #layer: LayerVersion | undefined;

  constructor(scope: Construct, id: string, { models }: Environment) {
    super(scope, id);
    this.#models = models;
  }

  /** Lets a function call the model that a capability needs, where there is one. */
  grantUse(grantee: Equipped, capability: Capability): void {
    const { embedder, reranker, textGenerator } = this.#models;
    if (capability === 'embedding' && !embedder) grantee.addLayers?.(this.#table);
    if (capability === 'embedding' && embedder)
      this.#grant(grantee, embedder.model, { EMBEDDER: embedder.provider, EMBEDDER_MODEL: embedder.model });
    if (capability === 'reranking' && reranker)
      this.#grant(grantee, reranker, { RERANKER: 'bedrock', RERANKER_MODEL: reranker });
    if (capability === 'generation' && textGenerator)
      this.#grant(grantee, textGenerator, { TEXT_GENERATOR: 'bedrock', TEXT_GENERATOR_MODEL: textGenerator });
  }

  /** The embedding table, for an environment without a model of embeddings. */
  get #table(): LayerVersion {
    this.#layer ??= new LayerVersion(this, 'Table', {
      description: 'The embedding table.',
      code: Code.fromAsset(TABLE),
    });
    return this.#layer;
  }

  #grant(grantee: Equipped, model: string, settings: Record<string, string>): void {
    const actions = ['bedrock:InvokeModel'];
    if (model.startsWith('arn:')) this.#grantOwnProfile(grantee, model, actions);
    else iam.Grant.addToPrincipal({ grantee, actions, resourceArns: this.#arns(grantee, model) });
    for (const [name, value] of Object.entries(settings)) grantee.addEnvironment(name, value);
  }

  /** A profile of one's own, by its ARN, which does not say which models are behind it: they may be called through it alone. */
  #grantOwnProfile(grantee: Equipped, profile: string, actions: string[]): void {
    iam.Grant.addToPrincipal({ grantee, actions, resourceArns: [profile] });
    iam.Grant.addToPrincipal({
      grantee,
      actions,
      resourceArns: [`arn:${Aws.PARTITION}:bedrock:*::foundation-model/*`],
      conditions: { StringEquals: { 'bedrock:InferenceProfileArn': profile } },
    });
    if (grantee.role)
      acknowledge(
        grantee.role,
        'IAM5[Resource::arn:<AWS::Partition>:bedrock:*::foundation-model/*]',
        'Through the one profile that the condition names, and no other way.',
      );
  }

  /** Calls through a profile are checked against the profile and against the model in each Region it may choose. */
  #arns(grantee: Equipped, model: string): string[] {
    const { region, account } = Stack.of(this);
    const prefix = `arn:${Aws.PARTITION}:bedrock`;
    if (!PROFILE.test(model)) return [`${prefix}:${region}::foundation-model/${model}`];
    const anywhere = `${prefix}:*::foundation-model/${model.replace(PROFILE, '')}`;
    if (grantee.role)
      acknowledge(
        grantee.role,
        `IAM5[Resource::arn:<AWS::Partition>:bedrock:*::foundation-model/${model.replace(PROFILE, '')}]`,
        'The profile chooses the Region of each call; the model is the one named.',
      );
    return [`${prefix}:${region}:${account}:inference-profile/${model}`, anywhere];
  }
}
