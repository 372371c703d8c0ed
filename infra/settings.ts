import type { Environment } from './environments.ts';

/** The settings that every function of a deployment has, as environment variables of `packages/runtime/src/config`. */
export function settingsOf(environment: Environment): Record<string, string> {
  const { memoryIdForm, keyEnvironment, corsOrigins, domain, oauthIssuer } = environment;
  return {
    MEMORY_ID_FORM: memoryIdForm,
    KEY_ENVIRONMENT: keyEnvironment,
    ...(domain ? { PUBLIC_URL: `https://${domain.name}` } : {}),
    ...(oauthIssuer ? { OAUTH_ISSUER: oauthIssuer } : {}),
    ...(corsOrigins.length > 0 ? { CORS_ORIGINS: corsOrigins.join(',') } : {}),
  };
}
