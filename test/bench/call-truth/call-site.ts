/** Where a name is defined in the tree; `value` is a variable, parameter or field that holds what is called. */
export interface Definition {
  path: string;
  /** Of the name, counted from 1. */
  line: number;
  name: string;
  kind: 'callable' | 'value';
}

/** A call as a compiler or language server reads it. */
export interface CallSite {
  path: string;
  /** Of the called name, counted from 1. */
  line: number;
  name: string;
  /** Several for a member of a union; empty for what stands outside of the tree; null when the tool cannot tell. */
  targets: Definition[] | null;
  /** Behind a dot or an arrow, where nothing is declared. */
  isMember?: boolean;
}

/** Reads the calls of a tree with a tool that knows the language; throws ToolMissing where the tool is not to be had. */
export type TruthReader = (root: string) => Promise<CallSite[]>;

/** The tool that a truth comes from is not installed, and nothing here can install it. */
export class ToolMissing extends Error {}
