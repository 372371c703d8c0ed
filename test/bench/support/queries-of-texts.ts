/** Queries of so many words of the texts themselves, some common and some rare, none of a letter or two. */
export function queriesOfTexts(
  texts: readonly { title: string; narrative: string }[],
  { words, count }: { words: number; count: number },
): string[] {
  return Array.from({ length: count }, (_, n) => {
    const { title, narrative } = texts[(n * 7_919) % texts.length] ?? { title: '', narrative: '' };
    const all = `${title} ${narrative}`.split(/[^\p{L}\p{N}]+/u).filter(({ length }) => length > 3);
    return Array.from({ length: words }, (_, i) => all[(n + i * 11) % all.length]).join(' ');
  });
}
