import { paginateDescribeDBEngineVersions } from '@aws-sdk/client-rds';
import { Unfit, type DoctorCheck } from '../doctor-context.ts';

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
    const chosen = offered.find(({ version }) => version === database.version);
    const remedy = `Set database.version in infra/environments.ts to one of ${offered.map(({ version }) => version).join(', ') || 'another major version'}.`;
    if (!chosen) throw new Unfit(`${region} does not offer Aurora PostgreSQL ${database.version}.`, remedy);
    if (chosen.minCapacity > database.minCapacity)
      throw new Unfit(
        `Aurora PostgreSQL ${database.version} goes down to ${chosen.minCapacity} ACU in ${region}, not to ${database.minCapacity}.`,
        remedy,
      );
    return `${database.version} is offered`;
  },
};
