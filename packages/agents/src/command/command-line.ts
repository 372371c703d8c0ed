/** One line for a shell: POSIX quotes, or those of Windows. */
export function commandLine(words: readonly string[], platform: NodeJS.Platform): string {
  return words
    .map((word) => {
      if (/^[\w@%+=:,./-]+$/u.test(word)) return word;
      return platform === 'win32' ? `"${word}"` : `'${word.replaceAll("'", String.raw`'\''`)}'`;
    })
    .join(' ');
}
