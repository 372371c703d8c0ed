import { GetRoleCommand } from '@aws-sdk/client-iam';
import { isNamed, Unfit, type DoctorCheck } from '../doctor-context.ts';

/** RDS makes it with the first cluster of an account, which may fail because it comes too late. */
export const serviceRole: DoctorCheck = {
  name: 'role of RDS',
  permission: 'iam:GetRole',
  async run({ iam }) {
    try {
      await iam.send(new GetRoleCommand({ RoleName: 'AWSServiceRoleForRDS' }));
      return 'is there';
    } catch (error) {
      if (isNamed(error, 'NoSuchEntityException', 'NoSuchEntity'))
        throw new Unfit(
          'The account has no service-linked role of RDS yet.',
          'aws iam create-service-linked-role --aws-service-name rds.amazonaws.com',
        );
      throw error;
    }
  },
};
