import { parseArgs } from 'node:util';
import { printFindings } from '../report/findings.ts';
import { environmentTarget, keyTarget, localTarget } from './find-target.ts';
import { runSmoke } from './run-smoke.ts';

const USAGE = `npm run smoke -- --env NAME           a deployment, with your credentials of AWS
npm run smoke                         the server on this machine, found through DATA_DIR
npm run smoke -- --url URL --key KEY  any service, with an admin key

Makes a workspace, goes through the service as its callers do, and removes everything again.
  --json   print JSON
The exit code is 1 when a check failed, 2 when the service was not found.`;

try {
  const { values } = parseArgs({
    options: {
      env: { type: 'string' },
      url: { type: 'string' },
      key: { type: 'string' },
      json: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) console.log(USAGE);
  else printFindings(await runSmoke(await findTarget(values)), { json: values.json });
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 2;
}

async function findTarget({ env, url, key }: { env?: string; url?: string; key?: string }) {
  if (env !== undefined) return environmentTarget(env);
  if (url === undefined && key === undefined) return localTarget(process.env['DATA_DIR'] || '.data');
  const given = key ?? process.env['WORKSPACE_MEMORY_API_TOKEN'];
  if (url === undefined || given === undefined)
    throw new Error(`Give --url together with --key.\n\n${USAGE}`);
  return keyTarget(url, given);
}
