import { readConfig } from '@memory/service/config';
import type { Environment } from './environments.ts';

/**
 * The settings that every function of a deployment has, as environment variables of `packages/service/src/config`.
 * @throws for a value that the functions would refuse when they start
 */
export function settingsOf(environment: Environment): Record<string, string> {
  const { memoryIdForm, keyEnvironment, corsOrigins, domain, queues, settings } = environment;
  const variables = {
    MEMORY_ID_FORM: memoryIdForm,
    KEY_ENVIRONMENT: keyEnvironment,
    ...(queues === 'shared' ? { JOB_QUEUES: queues } : {}),
    ...(domain ? { PUBLIC_URL: `https://${domain.name}` } : {}),
    ...(corsOrigins.length > 0 ? { CORS_ORIGINS: corsOrigins.join(',') } : {}),
    ...Object.fromEntries(
      Object.entries(settings).flatMap(([name, value]) =>
        value === undefined ? [] : [[name, String(value)]],
      ),
    ),
  };
  readConfig(variables);
  return variables;
}

/** Name of the stack of an environment, and the beginning of every name in it that people see. */
export const deploymentName = (environmentName: string): string => `workspace-memory-${environmentName}`;
