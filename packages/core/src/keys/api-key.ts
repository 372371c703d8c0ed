import { createHash, hkdfSync, randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const SECRET_LENGTH = 32;
const CHECKSUM_LENGTH = 6;
const FORM = new RegExp(`^wm_(?:live|test)_[0-9A-Za-z]{${SECRET_LENGTH + CHECKSUM_LENGTH}}$`, 'u');

/** Characters of a key that are kept in the clear, to tell keys apart. */
const PREFIX_LENGTH = 'wm_live_'.length + 4;

/** 62^32 possibilities: about 190 bits, so a plain hash of it cannot be searched. */
export function createApiKey(environment: 'live' | 'test'): string {
  return keyOf(environment, randomText(SECRET_LENGTH));
}

/** The one key that belongs to a secret and a purpose: whoever keeps the secret need not keep the key. */
export function deriveApiKey(
  environment: 'live' | 'test',
  { secret, purpose }: { secret: string; purpose: string },
): string {
  // 31 of 32 bytes are used in the mean; that of 128 fewer than 32 are does not happen.
  const bytes = new Uint8Array(hkdfSync('sha256', secret, '', purpose, 4 * SECRET_LENGTH));
  return keyOf(environment, textOf(bytes).slice(0, SECRET_LENGTH));
}

function keyOf(environment: 'live' | 'test', text: string): string {
  const secret = `wm_${environment}_${text}`;
  return secret + checksum(secret);
}

/** The checksum finds a mistyped or cut key without asking the database. */
export function isWellFormedApiKey(key: string): boolean {
  return FORM.test(key) && key.endsWith(checksum(key.slice(0, -CHECKSUM_LENGTH)));
}

export const hashApiKey = (key: string): string => createHash('sha256').update(key).digest('hex');

export const apiKeyPrefix = (key: string): string => key.slice(0, PREFIX_LENGTH);

function checksum(text: string): string {
  let rest = crc32(text);
  let digits = '';
  for (let place = 0; place < CHECKSUM_LENGTH; place += 1) {
    digits = `${ALPHABET[rest % ALPHABET.length]}${digits}`;
    rest = Math.floor(rest / ALPHABET.length);
  }
  return digits;
}

function randomText(length: number): string {
  let text = '';
  while (text.length < length) text += textOf(randomBytes(length));
  return text.slice(0, length);
}

/** Bytes past the last whole multiple of 62 are thrown away, so that every character is equally likely. */
const textOf = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => (byte < 248 ? ALPHABET[byte % 62] : '')).join('');
