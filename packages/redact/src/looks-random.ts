/** Whether a word is made by a generator rather than by a person: it mixes digits or cases as no name does. */
export function looksRandom(value: string): boolean {
  if (value.length < 8 || /^\/|\/$|\.\w{1,4}$/.test(value)) return false;
  const mixesCases = /[a-z][A-Z].*[a-z]|[A-Z]{2}[a-z]/.test(value);
  return value.length >= 16 ? /\d/.test(value) || mixesCases : /\d/.test(value) && /[A-Za-z]/.test(value);
}
