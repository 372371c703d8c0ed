import { readUserConfig, type Home, type UserConfig } from '@memory/home';
import { failure, type Finding } from './finding.ts';
import { lookAtAgents } from './look-at-agents.ts';
import { lookAtConfig, lookAtDisk, lookAtSpool, lookAtVersions } from './look-at-home.ts';
import { lookAtService } from './look-at-service.ts';

/** Everything that the doctor looks at, from what all depends on to the agents. */
export async function examine(home: Home): Promise<Finding[]> {
  let config: UserConfig;
  try {
    config = readUserConfig(home.config);
  } catch (error) {
    return [
      failure('config', (error as Error).message, `Mend ${home.config}; nothing is captured until then`),
    ];
  }
  return [
    ...lookAtVersions(home),
    ...(await lookAtService(home, config)),
    ...lookAtConfig(home, config),
    ...lookAtDisk(home),
    ...lookAtSpool(home),
    ...lookAtAgents(home),
  ];
}
