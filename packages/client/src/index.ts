export { ClientError, createClient, type Client } from './client.ts';
