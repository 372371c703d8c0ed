const PLACEHOLDER = String.raw`\[redacted:[a-z-]{1,40}\]`;
const WHOLE = new RegExp(`^(?:${PLACEHOLDER})+$`);

/** What stands in place of a secret: `[redacted:<kind>]`. No rule matches it, so redacting twice changes nothing. */
export function placeholder(kind: string): string {
  return `[redacted:${kind}]`;
}

/** Whether a value begins with a placeholder: what it held has been replaced. */
export const beginsRedacted = (value: string): boolean => value.startsWith('[redacted:');

/** Whether a value is nothing but placeholders. */
export function isPlaceholder(value: string): boolean {
  return WHOLE.test(value);
}
