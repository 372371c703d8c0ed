/** What is to stand in a file of the user's, beside whatever else stands there. */
export interface FileEdit {
  path: string;
  /**
   * The file with our part in it, each part once.
   * @param text undefined: there is no such file
   * @throws MalformedError
   */
  add(text: string | undefined): string;
  /**
   * The file without our part, whatever the user changed in the rest.
   * @returns undefined when nothing is left
   */
  remove(text: string): string | undefined;
  /** The file is ours alone. */
  isWhole?: boolean;
  /** Executables of hosts that start a file. */
  mode?: number;
}

/** A file that its host could not read either is left as it is. */
export class MalformedError extends Error {}
