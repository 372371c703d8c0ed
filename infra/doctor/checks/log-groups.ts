import { paginateDescribeLogGroups } from '@aws-sdk/client-cloudwatch-logs';
import { Unfit, type DoctorCheck } from '../doctor-context.ts';
import { stackState } from './stack-state.ts';

/** RDS writes a last line after its cluster was deleted, and makes the log group for it again: the stack could not make it. */
export const logGroups: DoctorCheck = {
  name: 'names of the logs',
  permission: 'logs:DescribeLogGroups',
  async run(context) {
    if (await stackState(context)) return 'the stack has its own already';
    const { logs, deployment, environment } = context;
    const taken: string[] = [];
    for (const logGroupNamePrefix of [
      `/aws/rds/cluster/${deployment}/`,
      `/aws/vendedlogs/${deployment}/`,
      `/workspace-memory/${deployment}/`,
    ])
      for await (const { logGroups: found = [] } of paginateDescribeLogGroups(
        { client: logs },
        { logGroupNamePrefix },
      ))
        taken.push(...found.map(({ logGroupName = '' }) => logGroupName));
    if (taken.length > 0)
      throw new Unfit(
        `Left by an earlier stack: ${taken.join(', ')}.`,
        taken
          .map((name) => `aws logs delete-log-group --log-group-name ${name} --region ${environment.region}`)
          .join('; '),
      );
    return 'free';
  },
};
