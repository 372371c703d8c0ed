/** Whether a request is made by a page of one of these origins; a read of one's own origin names none. */
export function isOfOwnPage(
  { method, origin, site }: { method: string; origin: string | undefined; site: string | undefined },
  own: readonly string[],
): boolean {
  const isRead = method === 'GET' || method === 'HEAD';
  const isOwnOrigin = origin === undefined ? isRead : own.includes(origin);
  return isOwnOrigin && (site === undefined || site === 'same-origin');
}
