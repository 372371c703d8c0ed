import { paginateDescribeVpcs } from '@aws-sdk/client-ec2';
import { GetServiceQuotaCommand } from '@aws-sdk/client-service-quotas';
import { isNamed, Unfit, type DoctorCheck, type DoctorContext } from '../doctor-context.ts';
import { stackState } from './stack-state.ts';

const VPCS_QUOTA = 'L-F678F1CE';
/** Where an account has no other. */
const VPCS_DEFAULT = 5;

/** The database has a network of its own. */
export const vpcRoom: DoctorCheck = {
  name: 'room for a VPC',
  permission: 'ec2:DescribeVpcs and servicequotas:GetServiceQuota',
  async run(context) {
    if (await stackState(context)) return 'the stack has its own already';
    const { region } = context.environment;
    let count = 0;
    for await (const { Vpcs = [] } of paginateDescribeVpcs({ client: context.ec2 }, {})) count += Vpcs.length;
    const quota = await vpcQuota(context);
    if (count >= quota)
      throw new Unfit(
        `${count} of ${quota} VPCs of ${region} are there, and the database needs one more.`,
        `Delete one that nobody needs (the default VPC, often), or aws service-quotas request-service-quota-increase --service-code vpc --quota-code ${VPCS_QUOTA} --desired-value ${quota + 5} --region ${region}`,
      );
    return `${count} of ${quota} are there`;
  },
};

async function vpcQuota({ quotas }: DoctorContext): Promise<number> {
  try {
    const { Quota } = await quotas.send(
      new GetServiceQuotaCommand({ ServiceCode: 'vpc', QuotaCode: VPCS_QUOTA }),
    );
    return Quota?.Value ?? VPCS_DEFAULT;
  } catch (error) {
    if (isNamed(error, 'NoSuchResourceException')) return VPCS_DEFAULT;
    throw error;
  }
}
