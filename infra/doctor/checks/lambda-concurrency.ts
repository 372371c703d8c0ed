import { GetAccountSettingsCommand } from '@aws-sdk/client-lambda';
import { jobEntries } from '@memory/contracts';
import { Unfit, type DoctorCheck } from '../doctor-context.ts';

/** Seconds that a request keeps a function busy, as the table of costs assumes. */
const REQUEST_SECONDS = 0.1;

/** All functions of an account share one quota, and new accounts have one of ten. */
export const lambdaConcurrency: DoctorCheck = {
  name: 'Lambda concurrency',
  permission: 'lambda:GetAccountSettings',
  async run({ lambda, environment: { region, throttle } }) {
    const { AccountLimit } = await lambda.send(new GetAccountSettingsCommand({}));
    const quota = AccountLimit?.ConcurrentExecutions ?? 0;
    const workers = jobEntries.reduce((sum, [, { concurrency }]) => sum + concurrency, 0);
    const needed = workers + Math.ceil(throttle.rate * REQUEST_SECONDS);
    if (quota < needed)
      throw new Unfit(
        `${quota} functions may run at once, and ${workers} workers with ${throttle.rate} requests a second take ${needed}.`,
        `aws service-quotas request-service-quota-increase --service-code lambda --quota-code L-B99A9384 --desired-value 1000 --region ${region}`,
      );
    return `${quota}, of which ${needed} are needed`;
  },
};
