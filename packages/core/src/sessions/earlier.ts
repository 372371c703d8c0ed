/** A moment that a caller tells, unless it has not come yet. */
export function earlier(given: string | null, now: Date): Date {
  const told = given === null ? now : new Date(given);
  return told < now ? told : now;
}
