import { GetCallerIdentityCommand } from '@aws-sdk/client-sts';
import { Unfit, type DoctorCheck } from '../doctor-context.ts';

/** Whose account it is. Without it nothing else can be asked. */
export const credentials: DoctorCheck = {
  name: 'credentials',
  permission: 'sts:GetCallerIdentity',
  async run(context) {
    const { Account, Arn } = await context.sts
      .send(new GetCallerIdentityCommand({}))
      .catch((error: unknown) => {
        throw new Unfit(
          `AWS does not know who is asking: ${error instanceof Error ? error.message : String(error)}`,
          'Log in, for instance with `aws login` or `aws sso login`, or set AWS_PROFILE.',
        );
      });
    context.account = Account ?? '';
    return `account ${Account}, ${Arn}, Region ${context.environment.region}`;
  },
};
