/** A symbol as anchors know it: its place and hashes. */
export interface AnchorSymbol {
  repository: string;
  path: string;
  kind: 'function' | 'class' | 'module';
  name: string;
  qualifiedName: string;
  /** Null of an index of before they were kept. */
  signatureHash: string | null;
  bodyHash: string | null;
  size: number | null;
}

/** How an anchor came about: the text names it, its session edited it, or there was but a file. */
type AnchorReason = 'named' | 'edited' | 'file';

/** What ties a text to a piece of code. */
export interface Anchor {
  repository: string;
  kind: 'symbol' | 'file';
  reason: AnchorReason;
  path: string;
  /** Qualified; empty for a file. */
  name: string;
  signatureHash: string | null;
  bodyHash: string | null;
}
