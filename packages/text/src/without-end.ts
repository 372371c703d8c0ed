/** A text without those of `characters` that stand at its end. (`/x+$/` reads every run of them again from each of its characters.) */
export function withoutEnd(text: string, characters: string): string {
  let end = text.length;
  while (end > 0 && characters.includes(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}
