/** Text as the literal part of a LIKE pattern. */
export const likeLiteral = (text: string): string => text.replaceAll(/[\\%_]/gu, String.raw`\$&`);
