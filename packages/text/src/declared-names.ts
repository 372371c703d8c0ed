/** Words that begin a declaration in one language or another. */
const DECLARES = new Set(
  'function def class func fn interface struct trait impl enum type object record module namespace const let var val'.split(
    ' ',
  ),
);
/** They open a block, and name nothing. */
export const KEYWORDS = new Set(
  'if else elif for foreach while switch match catch except try finally with do return new await yield typeof sizeof throw and or not in function func def fn super'.split(
    ' ',
  ),
);

/** Names behind a word that declares. */
export const declaredIn = (line: string): string[] =>
  (withoutReceiver(bounded(line)).match(/[\w$]+/gu) ?? []).filter(
    (name, place, all) => DECLARES.has(all[place - 1] ?? '') && isName(name),
  );

/** Of `func (r *Receiver) Name(` the name stands behind the receiver. */
function withoutReceiver(line: string): string {
  const at = line.indexOf('func (');
  const end = at < 0 ? -1 : line.indexOf(')', at);
  return end < 0 ? line : `${line.slice(0, at)}func ${line.slice(end + 1)}`;
}

export const bounded = (text: string): string => text.slice(0, 20_000);

export const isName = (word: string): boolean => word.length > 1 && !/^\d/u.test(word) && !KEYWORDS.has(word);
