import * as z from 'zod';

const DatabaseSecret = z.object({ username: z.string(), password: z.string() });

/** The role and password that a secret of AWS Secrets Manager holds. */
export async function readDatabaseSecret(secretArn: string): Promise<z.output<typeof DatabaseSecret>> {
  const { GetSecretValueCommand, SecretsManagerClient } = await import('@aws-sdk/client-secrets-manager');
  const client = new SecretsManagerClient({});
  const { SecretString = '' } = await client.send(new GetSecretValueCommand({ SecretId: secretArn }));
  return DatabaseSecret.parse(JSON.parse(SecretString));
}
