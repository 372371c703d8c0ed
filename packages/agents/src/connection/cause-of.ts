/** The cause behind the `fetch failed` of a call that got no answer. */
export function causeOf(error: unknown): { code?: string; message?: string; name?: string } {
  const { cause } = error as { cause?: unknown };
  return (cause ?? error) as { code?: string; message?: string; name?: string };
}
