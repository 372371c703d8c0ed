import { ObjectStoreError } from './object-store.ts';

const KEY_LENGTH_MAX = 512;
/** A part of a key begins with a letter, a digit, `_` or `-`, so none is hidden, `.` or `..`. */
const KEY = /^[\w-][\w.-]{0,127}(\/[\w-][\w.-]{0,127})*$/;

/**
 * The key when it has the form that every store takes: parts of ASCII letters, digits, `_`, `-` and `.` between single
 * slashes. A key of this form never leaves the folder of a local store.
 * @throws ObjectStoreError `refused`
 */
export function checkKey(key: string): string {
  if (key.length > KEY_LENGTH_MAX || !KEY.test(key)) {
    throw new ObjectStoreError('refused', `${JSON.stringify(key.slice(0, 80))} is not a key of an object.`);
  }
  return key;
}
