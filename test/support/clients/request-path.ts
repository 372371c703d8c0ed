const UNKNOWN_ID = '00000000-0000-7000-8000-00000000dead';

/**
 * The path of a request for a path of the route table.
 * @param identifiers by parameter; for the others an identifier that nothing has
 */
export function requestPath(path: string, identifiers: Record<string, string> = {}): string {
  return path.replaceAll(/\{(\w+)\}/gu, (_, name: string) =>
    encodeURIComponent(identifiers[name] ?? UNKNOWN_ID),
  );
}
