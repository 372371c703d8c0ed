import type { SymbolKind } from '../file-index.ts';

/** A symbol as anchors know it: its place and hashes. */
export interface AnchorSymbol {
  repository: string;
  path: string;
  kind: SymbolKind;
  name: string;
  qualifiedName: string;
  /** Null of an index of before they were kept. */
  signatureHash: string | null;
  bodyHash: string | null;
  size: number | null;
  /** Of a constant, property or key, where it is short. */
  value: string | null;
  /** As it is written, where the source is at hand. */
  signature?: string | undefined;
}

/** How an anchor came about: the text names it, its session edited it, or there was but a file. */
type AnchorReason = 'named' | 'edited' | 'file';

/** The tie of a text to a piece of code. */
export interface Anchor {
  repository: string;
  kind: 'symbol' | 'file';
  reason: AnchorReason;
  path: string;
  /** Qualified; empty for a file. */
  name: string;
  signatureHash: string | null;
  bodyHash: string | null;
  value: string | null;
}

/** An anchor as it is stored and sent. */
export interface StoredAnchor {
  path: string;
  name: string;
  kind: 'symbol' | 'file';
  reason: AnchorReason;
  signature_hash: string | null;
  body_hash: string | null;
  value: string | null;
  now_path: string | null;
  now_name: string | null;
}

/** The last part of a qualified name; of a route its path, which may hold dots. */
export const lastName = (name: string): string =>
  name.slice(Math.max(name.lastIndexOf(' '), name.includes(' /') ? -1 : name.lastIndexOf('.')) + 1);

/** Folders that tests, benchmarks and examples have in all languages. */
const TEST_FOLDERS =
  'test|tests|__tests__|spec|specs|e2e|testing|testdata|fixtures|bench|benches|benchmark|benchmarks|example|examples';

/** Of the path of a file that holds tests, benchmarks or examples; means the same to JavaScript and to PostgreSQL. */
export const TEST_PATH = `(?:^|/)(?:(?:${TEST_FOLDERS})/|test_[^/]*$)|(?:[._-](?:test|spec|bench)|Tests?)[.][^./]*$`;

const testPath = new RegExp(TEST_PATH, 'u');

/** Whether a file holds tests, benchmarks or examples, by its path. */
export const isTestPath = (path: string): boolean => testPath.test(path);
