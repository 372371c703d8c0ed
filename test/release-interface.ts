import { writeFileSync } from 'node:fs';
import { printInterface, promisedInterface } from './support/promised-interface.ts';

/** Writes what a release promises, which later changes are held against: `npm run release:interface`, once a release. */
writeFileSync(
  new URL('fixtures/released-interface.txt', import.meta.url),
  printInterface(promisedInterface()),
);
