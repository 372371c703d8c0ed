import { vi } from 'vitest';

/** Variables that the SDK needs to sign, and the endpoint of one service, for the test that calls it. */
export function stubAwsEnvironment(service: 'BEDROCK_RUNTIME' | 'SQS' | 'S3', url: string): void {
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'AKIDEXAMPLE');
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'secret');
  vi.stubEnv('AWS_REGION', 'eu-west-1');
  vi.stubEnv('AWS_CONFIG_FILE', '/dev/null');
  vi.stubEnv('AWS_SHARED_CREDENTIALS_FILE', '/dev/null');
  vi.stubEnv(`AWS_ENDPOINT_URL_${service}`, url);
}
