/** All of it in one worker: to start the service and the browser takes five seconds of the processor. */
import './actions.test.ts';
import './console.test.ts';
import './interrupted.test.ts';
import './keyboard.test.ts';
import './views.test.ts';
