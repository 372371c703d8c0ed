/** All of it in one worker: to start the service and the browser takes five seconds of the processor. */
import { isWhole } from '../support/portion.ts';
import './console.test.ts';
import './keyboard.test.ts';
import './views.test.ts';

if (isWhole) {
  await import('./actions.whole.test.ts');
  await import('./interrupted.whole.test.ts');
}
