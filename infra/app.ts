import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { App, Validations } from 'aws-cdk-lib';
import { AwsSolutionsChecks } from 'cdk-nag';
import { keysOf } from '@memory/contracts';
import { buildConsole } from '../packages/console/build.ts';
import { bundleFunctions } from './bundle-functions.ts';
import { environments, type Environment } from './environments.ts';
import { allFunctions, consoleFunction } from './functions.ts';
import { MemoryServiceStack } from './memory-service-stack.ts';

const app = new App();
const wanted: unknown = app.node.tryGetContext('env');
const names = keysOf(environments).filter((name) => wanted === undefined || name === wanted);
if (names.length === 0)
  throw new Error(
    `There is no environment ${String(wanted)}; there are ${Object.keys(environments).join(', ')}.`,
  );

const bundles = await bundleFunctions([...allFunctions, consoleFunction], join(app.outdir, 'bundles'));
// The content of each bundle, for a reader who asks why it is as large as it is.
await writeFile(
  join(app.outdir, 'bundles.json'),
  JSON.stringify(
    Object.fromEntries(
      [...bundles].map(([name, { bytes, modules }]) => [name, { bytes, modules: [...modules] }]),
    ),
  ),
);
const chosen: Environment[] = names.map((name) => environments[name]);
if (chosen.some((environment) => environment.console)) await buildConsole();
for (const name of names)
  new MemoryServiceStack(app, { environmentName: name, environment: environments[name], bundles });
Validations.of(app).addPlugins(new AwsSolutionsChecks(app));
app.synth();
