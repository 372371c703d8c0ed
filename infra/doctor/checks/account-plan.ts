import { AwsClient } from 'aws4fetch';
import { Unfit, type DoctorCheck } from '../doctor-context.ts';

/** Of the account as a whole, answered there alone; npm has no client for it. */
const ENDPOINT = 'https://freetier.us-east-1.api.aws/';
const TARGET = 'AWSFreeTierService.GetAccountPlanState';

/** RDS makes no cluster of this kind in an account on the free plan. */
export const accountPlan: DoctorCheck = {
  name: 'account plan',
  permission: 'freetier:GetAccountPlanState',
  async run({ sts }) {
    const { accessKeyId, secretAccessKey, sessionToken } = await sts.config.credentials();
    const aws = new AwsClient({
      accessKeyId,
      secretAccessKey,
      ...(sessionToken === undefined ? {} : { sessionToken }),
      service: 'freetier',
      region: 'us-east-1',
    });
    const response = await aws.fetch(process.env['AWS_ENDPOINT_URL_FREETIER'] ?? ENDPOINT, {
      method: 'POST',
      headers: { 'content-type': 'application/x-amz-json-1.0', 'x-amz-target': TARGET },
      body: '{}',
    });
    const {
      accountPlanType,
      __type = '',
      message = '',
    } = (await response.json()) as {
      accountPlanType?: string;
      __type?: string;
      message?: string;
    };
    if (!response.ok) {
      const name = __type.split('#').pop() ?? '';
      if (name === 'ResourceNotFoundException') return 'older than the plans, so without their limits';
      throw Object.assign(new Error(message), { name });
    }
    if (accountPlanType === 'FREE')
      throw new Unfit(
        'The account is on the free plan, in which RDS refuses Aurora clusters such as this one.',
        'Upgrade to the paid plan: console, Billing and Cost Management, "Upgrade plan". Credits stay.',
      );
    return (accountPlanType ?? 'unknown').toLowerCase();
  },
};
