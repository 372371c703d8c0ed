import { DescribeCertificateCommand } from '@aws-sdk/client-acm';
import { DescribeStacksCommand } from '@aws-sdk/client-cloudformation';
import { paginateDescribeLogGroups } from '@aws-sdk/client-cloudwatch-logs';
import { paginateDescribeVpcs } from '@aws-sdk/client-ec2';
import { DescribeDBClustersCommand, paginateDescribeDBEngineVersions } from '@aws-sdk/client-rds';
import { GetServiceQuotaCommand } from '@aws-sdk/client-service-quotas';
import { isNamed, Unfit, type DoctorCheck, type DoctorContext } from '../doctor-context.ts';

/** States in which a stack takes no deployment. */
const STUCK = new Set(['ROLLBACK_FAILED', 'ROLLBACK_COMPLETE', 'DELETE_FAILED', 'UPDATE_ROLLBACK_FAILED']);

async function stackState({ cloudFormation, deployment }: DoctorContext): Promise<string | undefined> {
  try {
    const { Stacks = [] } = await cloudFormation.send(new DescribeStacksCommand({ StackName: deployment }));
    return Stacks[0]?.StackStatus;
  } catch (error) {
    // "Stack with id … does not exist".
    if (isNamed(error, 'ValidationError')) return undefined;
    throw error;
  }
}

/** Possible remains of an earlier try, under the names that this one will take. */
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

/** The gateway takes a certificate of its own Region, once it is issued, for a name that is in it. */
export const certificate: DoctorCheck = {
  name: 'certificate of the domain',
  permission: 'acm:DescribeCertificate',
  async run({ acm, environment: { region, domain } }) {
    if (!domain) return 'none is asked for';
    const { name, certificateArn } = domain;
    const [, , , place = ''] = certificateArn.split(':');
    if (place !== region)
      throw new Unfit(
        `The certificate is of ${place}, and the API of ${region}.`,
        `aws acm request-certificate --domain-name ${name} --validation-method DNS --region ${region}, and its ARN into infra/environments.ts`,
      );
    const { Certificate } = await acm.send(
      new DescribeCertificateCommand({ CertificateArn: certificateArn }),
    );
    if (Certificate?.Status !== 'ISSUED')
      throw new Unfit(
        `The certificate is ${Certificate?.Status ?? 'not there'}, not ISSUED.`,
        `Add the CNAME that aws acm describe-certificate --certificate-arn ${certificateArn} --region ${region} shows to the domain's DNS, and wait.`,
      );
    const names = [Certificate.DomainName ?? '', ...(Certificate.SubjectAlternativeNames ?? [])];
    // A wildcard stands for one label.
    if (!names.some((each) => each === name || each === `*${name.slice(name.indexOf('.'))}`))
      throw new Unfit(
        `The certificate is of ${names.join(', ')}, and not of ${name}.`,
        `aws acm request-certificate --domain-name ${name} --validation-method DNS --region ${region}`,
      );
    return `of ${name}, issued`;
  },
};

/** AWS retires minor versions of Aurora, and brings new ones to one Region after another. */
export const engineVersion: DoctorCheck = {
  name: 'version of Aurora',
  permission: 'rds:DescribeDBEngineVersions',
  async run({ rds, environment: { region, database } }) {
    const [major = ''] = database.version.split('.');
    const offered: { version: string; minCapacity: number }[] = [];
    const pages = paginateDescribeDBEngineVersions({ client: rds }, { Engine: 'aurora-postgresql' });
    for await (const { DBEngineVersions = [] } of pages)
      for (const { EngineVersion = '', ServerlessV2FeaturesSupport } of DBEngineVersions)
        if (EngineVersion.startsWith(`${major}.`))
          offered.push({
            version: EngineVersion,
            minCapacity: ServerlessV2FeaturesSupport?.MinCapacity ?? 0,
          });
    // Of a major version alone RDS takes a minor one itself.
    const chosen = offered
      .filter(({ version }) => `${version}.`.startsWith(`${database.version}.`))
      .toSorted((a, b) => a.minCapacity - b.minCapacity)[0];
    const remedy = `Set database.version in infra/environments.ts to one of ${offered.map(({ version }) => version).join(', ') || 'another major version'}.`;
    if (!chosen) throw new Unfit(`${region} does not offer Aurora PostgreSQL ${database.version}.`, remedy);
    if (chosen.minCapacity > database.minCapacity)
      throw new Unfit(
        `Aurora PostgreSQL ${database.version} goes down to ${chosen.minCapacity} ACU in ${region}, not to ${database.minCapacity}.`,
        remedy,
      );
    return `${chosen.version} is offered`;
  },
};

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
