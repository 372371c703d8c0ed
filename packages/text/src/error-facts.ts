/** The code of an error of the system or of a client, such as `ENOENT`; what is thrown may be anything. */
export function codeOf(error: unknown): string | undefined {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'string' ? code : undefined;
}

export const nameOf = (error: unknown): string => (error instanceof Error ? error.name : typeof error);

export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
