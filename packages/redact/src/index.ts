export { passesIban, passesLuhn } from './find/statements.ts';
export { withoutPrivateParts, redactSecrets } from './redact-secrets.ts';
export { redactValue, type RedactedPlace, type RedactedValue } from './redact-value.ts';
