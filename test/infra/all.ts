/** All of it in one worker: to load the CDK, the engine and what the stack is made of takes ten seconds of the processor. */
import { isWhole } from '../support/portion.ts';
import './first-deployment.test.ts';
import './alarms.test.ts';
import './bundles.test.ts';
import './least-privilege.test.ts';
import './limits.test.ts';
import './nag.test.ts';
import './stack.test.ts';

if (isWhole) {
  await import('./console.whole.test.ts');
  await import('./deployed.whole.test.ts');
  await import('./faults.whole.test.ts');
  await import('./production.whole.test.ts');
}
