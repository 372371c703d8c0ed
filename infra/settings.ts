import type { Environment } from './environments.ts';

/** The settings that every function of a deployment has, as environment variables of `packages/runtime/src/config`. */
export function settingsOf({
  memoryIdForm,
  keyEnvironment,
  corsOrigins,
}: Environment): Record<string, string> {
  return {
    MEMORY_ID_FORM: memoryIdForm,
    KEY_ENVIRONMENT: keyEnvironment,
    ...(corsOrigins.length > 0 ? { CORS_ORIGINS: corsOrigins.join(',') } : {}),
  };
}
