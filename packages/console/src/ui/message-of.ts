import { connection } from '../session/connection.ts';

export function messageOf(error: unknown): string {
  if (error instanceof TypeError) return 'The service does not answer. Nothing was lost; try again.';
  // The service's words are then meant for programs.
  if (connection.get() === 'signed-out')
    return 'You are signed out. Nothing was lost; sign in, and try again.';
  return error instanceof Error ? error.message : String(error);
}
