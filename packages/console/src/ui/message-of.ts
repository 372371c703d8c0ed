/** What an error says to a person: what happened, and what helps. */
export function messageOf(error: unknown): string {
  if (error instanceof TypeError) return 'The service does not answer. Nothing was lost; try again.';
  return error instanceof Error ? error.message : String(error);
}
