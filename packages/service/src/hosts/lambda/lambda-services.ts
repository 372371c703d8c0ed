import * as z from 'zod';
import { readConfig } from '../../config/config.ts';
import { createServices, type Runtime } from '../../create-services.ts';

let services: Promise<Runtime> | undefined;

/** The services of this Lambda, made once from its environment; a failed start is tried again by the next call. */
export function lambdaServices(): Promise<Runtime> {
  services ??= createServices(readConfig(process.env)).catch((error: unknown) => {
    services = undefined;
    throw error;
  });
  return services;
}

const DatabaseSecret = z.object({ username: z.string(), password: z.string() });

export async function readDatabaseSecret(secretArn: string): Promise<z.output<typeof DatabaseSecret>> {
  const { GetSecretValueCommand, SecretsManagerClient } = await import('@aws-sdk/client-secrets-manager');
  const client = new SecretsManagerClient({});
  const { SecretString = '' } = await client.send(new GetSecretValueCommand({ SecretId: secretArn }));
  return DatabaseSecret.parse(JSON.parse(SecretString));
}
