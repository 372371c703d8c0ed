import { createHash } from 'node:crypto';
import type { Finding } from '../redaction.ts';

const ALPHABET = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
/** A key of Bitcoin as wallets export it: 37 or 38 bytes in base 58. */
const KEY = /(?:(?<![A-Za-z0-9])|(?<=\\[nrt]))[5KL9c][1-9A-HJ-NP-Za-km-z]{50,51}(?![A-Za-z0-9])/g;
const CHECKSUM_BYTES = 4;

/** Finds private keys of Bitcoin wallets; their checksum tells them from any other word. */
export function findWalletKeys(text: string): Finding[] {
  return Array.from(text.matchAll(KEY))
    .filter(([word]) => isChecked(word))
    .map(({ 0: word, index }) => ({ start: index, end: index + word.length, kind: 'wallet-key' }));
}

function isChecked(word: string): boolean {
  let number = 0n;
  for (const digit of word) number = number * 58n + BigInt(ALPHABET.indexOf(digit));
  const hex = number.toString(16);
  const bytes = Buffer.from(hex.padStart(hex.length + (hex.length % 2), '0'), 'hex');
  const sum = digest(digest(bytes.subarray(0, -CHECKSUM_BYTES)));
  return sum.subarray(0, CHECKSUM_BYTES).equals(bytes.subarray(-CHECKSUM_BYTES));
}

const digest = (bytes: Buffer): Buffer => createHash('sha256').update(bytes).digest();
