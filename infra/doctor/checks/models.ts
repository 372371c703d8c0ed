import {
  GetFoundationModelAvailabilityCommand,
  GetInferenceProfileCommand,
  type GetFoundationModelAvailabilityCommandOutput,
} from '@aws-sdk/client-bedrock';
import { paginateListServiceQuotas } from '@aws-sdk/client-service-quotas';
import { Unfit, type DoctorCheck, type DoctorContext } from '../doctor-context.ts';

/** Ids that name an inference profile, not a model: a geography stands before the provider, or an ARN does. */
const PROFILE = /^(?:arn:|[a-z]+(?:-[a-z]+)?\.[a-z0-9]+\.)/u;

export const models: DoctorCheck = {
  name: 'models',
  permission: 'bedrock:GetFoundationModelAvailability and bedrock:GetInferenceProfile',
  async run(context) {
    const { embedder, reranker, textGenerator } = context.environment.models;
    const named = [embedder?.model, reranker, textGenerator].filter((model) => model !== undefined);
    if (named.length === 0) return 'none is named: the built-in embedder and rules do the work';
    for (const model of named)
      for (const modelId of await modelsOf(context, model)) await requireAvailable(context, modelId);
    return `${named.join(', ')} may be called`;
  },
};

/** Of Titan's embeddings a call is a text; names of quotas have changed with the generations of the model. */
const TITAN_REQUESTS = ['requests per minute for', 'titan', 'embed', 'v2'];

/** Below so many a minute a first import of 10,000 memories takes more than a day; new accounts may have none. */
const REQUESTS_LEAST = 6;

/** Stores go on at a small quota, while embeddings wait. */
export const embedderQuota: DoctorCheck = {
  name: 'quota of the embedder',
  permission: 'servicequotas:ListServiceQuotas',
  async run({ quotas, environment: { region, models: named } }) {
    if (named.embedder?.provider !== 'bedrock-titan') return 'no model takes one text a call';
    for await (const { Quotas = [] } of paginateListServiceQuotas(
      { client: quotas },
      { ServiceCode: 'bedrock' },
    ))
      for (const { QuotaName = '', QuotaCode, Value = 0 } of Quotas) {
        const name = QuotaName.toLowerCase();
        if (!TITAN_REQUESTS.every((part) => name.includes(part))) continue;
        if (Value < REQUESTS_LEAST)
          throw new Unfit(
            `${Value} texts a minute may be embedded in ${region}.`,
            `Ask for more: aws service-quotas request-service-quota-increase --service-code bedrock --quota-code ${QuotaCode} --desired-value 2000 --region ${region}. Where it cannot be raised, support does; or take the built-in embedder.`,
          );
        return `${Value} texts a minute, ${Math.ceil(10_000 / Value)} minutes for a first import of 10,000`;
      }
    return 'the Region lists none';
  },
};

async function modelsOf({ bedrock }: DoctorContext, id: string): Promise<string[]> {
  if (!PROFILE.test(id)) return [id];
  const { models: behind = [] } = await bedrock.send(
    new GetInferenceProfileCommand({ inferenceProfileIdentifier: id }),
  );
  const ids = behind.map(({ modelArn = '' }) => modelArn.split('/').pop() ?? '');
  return [...new Set(ids)];
}

async function requireAvailable(
  { bedrock, environment: { region } }: DoctorContext,
  modelId: string,
): Promise<void> {
  const remedies: [keyof GetFoundationModelAvailabilityCommandOutput, boolean, string][] = [];
  const found = await bedrock.send(new GetFoundationModelAvailabilityCommand({ modelId }));
  remedies.push(
    [
      'regionAvailability',
      found.regionAvailability === 'AVAILABLE',
      `Name a model or an inference profile that ${region} has, in infra/environments.ts.`,
    ],
    [
      'agreementAvailability',
      found.agreementAvailability?.status === 'AVAILABLE',
      'Call the model once, as somebody who may aws-marketplace:Subscribe: that accepts its terms. Models of Anthropic ask for a form about their use first (console, Bedrock, Model catalog).',
    ],
    [
      'entitlementAvailability',
      found.entitlementAvailability === 'AVAILABLE',
      'Open the model in the Model catalog of the console of Bedrock, which tells what is missing.',
    ],
    [
      'authorizationStatus',
      found.authorizationStatus === 'AUTHORIZED',
      'A policy of the organization forbids the model; ask its administrators.',
    ],
  );
  const missing = remedies.find(([, fine]) => !fine);
  if (missing) throw new Unfit(`${modelId} may not be called in ${region}: ${missing[0]}.`, missing[2]);
}
