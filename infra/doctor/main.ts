import { parseArgs } from 'node:util';
import { environments, isEnvironmentName } from '../environments.ts';
import { printFindings } from '../report/findings.ts';
import { doctorContext } from './doctor-context.ts';
import { runDoctor } from './run-doctor.ts';

const NAMES = Object.keys(environments).join(', ');

const { values } = parseArgs({
  options: { env: { type: 'string' }, json: { type: 'boolean', default: false } },
});
const name = values.env ?? '';
if (isEnvironmentName(name)) {
  const context = doctorContext(name, environments[name]);
  printFindings(await runDoctor(context), { json: values.json });
} else {
  console.error(
    `npm run doctor -- --env NAME [--json]\n\nAsks your account, by calls that only read, for what a deployment will need. NAME is one of ${NAMES}.`,
  );
  process.exitCode = 2;
}
