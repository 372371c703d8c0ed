export { ClientError, createClient, placesIn, type Client } from './client.ts';
