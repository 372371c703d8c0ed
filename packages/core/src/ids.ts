import { randomBytes } from 'node:crypto';
import { v7 } from 'uuid';
import type { Ids } from './services.ts';

const CROCKFORD = '0123456789abcdefghjkmnpqrstvwxyz';

export const randomIds: Ids = {
  uuid: () => v7(),
  // 256 is a multiple of 32, so every character is equally likely.
  memoryId: () => `mem-${Array.from(randomBytes(16), (byte) => CROCKFORD[byte % 32]).join('')}`,
};
