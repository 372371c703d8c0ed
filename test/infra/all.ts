/** All of it in one worker: to load the CDK, the engine and what the stack is made of takes ten seconds of the processor. */
import './deployed.test.ts';
import './faults.test.ts';
import './production.test.ts';
import './console.test.ts';
import './first-deployment.test.ts';
import './alarms.test.ts';
import './bundles.test.ts';
import './least-privilege.test.ts';
import './limits.test.ts';
import './nag.test.ts';
import './stack.test.ts';
