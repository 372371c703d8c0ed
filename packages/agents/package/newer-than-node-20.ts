// Functions that the sources use and Node 20 or 22 lacks; each import does nothing where the engine has it.
import 'core-js/actual/promise/with-resolvers.js';
import 'core-js/actual/map/group-by.js';
import 'core-js/actual/object/group-by.js';
import 'core-js/actual/array/from-async.js';
import 'core-js/actual/set/union.js';
import 'core-js/actual/set/intersection.js';
import 'core-js/actual/set/difference.js';
import 'core-js/actual/set/is-subset-of.js';
import 'core-js/actual/set/is-disjoint-from.js';
import 'core-js/actual/iterator/index.js';
import 'core-js/actual/regexp/escape.js';
import 'core-js/actual/disposable-stack/index.js';
import 'core-js/actual/async-disposable-stack/index.js';
