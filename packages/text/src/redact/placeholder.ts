/** What stands in place of a secret: `[redacted:<kind>]`. No rule matches it, so redacting twice changes nothing. */
export function placeholder(kind: string): string {
  return `[redacted:${kind}]`;
}

/** Whether a value is nothing but one placeholder. */
export function isPlaceholder(value: string): boolean {
  return /^\[redacted:[a-z-]+\]$/.test(value);
}
