export { ClientError } from './client-error.ts';
export { createClient, type Client } from './client.ts';
