export { passesIban, passesLuhn } from './find/personal.ts';
export { withoutPrivateParts, redactSecrets } from './redact-secrets.ts';
export { redactValue, type RedactedPlace, type RedactedValue } from './redact-value.ts';
