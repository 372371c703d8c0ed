export { ClientError, createClient, placesIn, type Client } from './client.ts';
export { forgetAll, type ForgetReport, type Meant } from './forget-all.ts';
