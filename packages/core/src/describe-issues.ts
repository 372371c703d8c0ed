import { toValidationIssues } from '@memory/contracts';

/** Places and reasons; never the value, which may hold what must not be repeated. */
export function describeIssues(issues: Parameters<typeof toValidationIssues>[1]): string {
  return toValidationIssues('body', issues)
    .slice(0, 5)
    .map(({ loc, msg }) => [loc.slice(1).join('.'), msg].filter(Boolean).join(': '))
    .join('; ');
}
