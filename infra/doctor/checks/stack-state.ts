import { DescribeStacksCommand } from '@aws-sdk/client-cloudformation';
import { DescribeDBClustersCommand } from '@aws-sdk/client-rds';
import { isNamed, Unfit, type DoctorCheck, type DoctorContext } from '../doctor-context.ts';

/** States in which a stack takes no deployment. */
const STUCK = new Set(['ROLLBACK_FAILED', 'ROLLBACK_COMPLETE', 'DELETE_FAILED', 'UPDATE_ROLLBACK_FAILED']);

/** State of the stack; undefined where there is none. */
export async function stackState({ cloudFormation, deployment }: DoctorContext): Promise<string | undefined> {
  try {
    const { Stacks = [] } = await cloudFormation.send(new DescribeStacksCommand({ StackName: deployment }));
    return Stacks[0]?.StackStatus;
  } catch (error) {
    // "Stack with id … does not exist".
    if (isNamed(error, 'ValidationError')) return undefined;
    throw error;
  }
}

/** What an earlier attempt may have left, under the names that this one will take. */
export const leftovers: DoctorCheck = {
  name: 'stack',
  permission: 'cloudformation:DescribeStacks and rds:DescribeDBClusters',
  async run(context) {
    const { rds, deployment, environment } = context;
    const state = await stackState(context);
    if (state && STUCK.has(state))
      throw new Unfit(
        `The stack ${deployment} is ${state}, and takes no deployment.`,
        state === 'UPDATE_ROLLBACK_FAILED'
          ? `aws cloudformation continue-update-rollback --stack-name ${deployment} --region ${environment.region}`
          : `See what its events say, then aws cloudformation delete-stack --stack-name ${deployment} --region ${environment.region}`,
      );
    if (state) return `${state}: this deployment is an update`;
    const cluster = await rds
      .send(new DescribeDBClustersCommand({ DBClusterIdentifier: deployment }))
      .catch((error: unknown) => {
        if (isNamed(error, 'DBClusterNotFoundFault')) return undefined;
        throw error;
      });
    if ((cluster?.DBClusters ?? []).length > 0)
      throw new Unfit(
        `There is a cluster ${deployment} without its stack, so the name is taken.`,
        `Keep its data by renaming it (aws rds modify-db-cluster --new-db-cluster-identifier … --apply-immediately), or delete it.`,
      );
    return 'none yet: this deployment is the first';
  },
};
