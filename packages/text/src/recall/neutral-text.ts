import { RECALL_OPEN } from './recall-frame.ts';

// oxlint-disable-next-line no-control-regex -- vertical tab and form feed break lines too
const LINE_BREAK = /\r\n?|[\u000B\u000C\u0085\u2028\u2029]/g;
/** Characters that show nothing or reorder others: control, bidirectional, tag and zero-width characters. */
const HIDDEN = /[\p{Cc}\p{Bidi_Control}\p{Default_Ignorable_Code_Point}]/gu;
// oxlint-disable-next-line no-control-regex -- ESC begins a colour, a move of the cursor or the title of a window
const SEQUENCE = /\u001B(?:\[[\d;?]{0,20}[A-Za-z]|\][^\u0007\u001B\n]{0,200}(?:\u0007|\u001B\\))/g;
/** White space of a text, and the joiners and selectors that emoji and several scripts are written with. */
const KEPT = new Set('\t\n\u200C\u200D\uFE0E\uFE0F');

/** `<` and what looks like it. */
const BRACKET =
  /[<\u00AB\u02C2\u1438\u2039\u2264\u2266\u226A\u227A\u227C\u22B0\u22D6\u22DC\u2329\u276C\u276E\u2770\u27E8\u27EA\u2991\u2993\u29FC\u2A7D\u2AA1\u3008\u300A\uFE64\uFF1C]/;
const BRACKETS = new RegExp(BRACKET, 'g');
/** Characters behind a bracket in which the name of the frame or of a mark is looked for: blanks may stand before it. */
const NAME_WITHIN = 200;
/** Tokens of chat templates: any word between bars, of whatever width. */
const TOKEN = /^[/\s]{0,8}\|{1,2}[^\s|<>&]{1,60}\|/;
/** Words in the tags of hosts: whom or what one is of, and what it holds. */
const OF = new Set(
  'agent assistant bash command developer environment function hook human local prompt session shell system task tool turn user'.split(
    ' ',
  ),
);
const HOLDS = new Set(
  'call calls content contents context diagnostics hook input instructions message notification output prompt reminder response result results stderr stdout turn use'.split(
    ' ',
  ),
);
/** Marks of models and hosts that are of no such form. */
const ALONE =
  /^[/\s]{0,8}(?:sys>|(?:system|assistant|instructions|important|env|gitstatus)>|antml:|ide[-_]|begin_of_text|command[-_](?:name|args)|think(?:ing)?>|[be]os>|(?:invoke|parameter)\s{1,8}name\s{0,4}=)/;
/** Turns and tools, in brackets and capitals. */
const IN_BRACKETS =
  /[[\uFF3B](?=\/?(?:INST|SYSTEM_PROMPT|THINK|(?:[A-Z]{1,20}_)?TOOLS?(?:_[A-Z]{1,20})?)[\]\uFF3D])/g;
/** The beginning of a turn, on a line of its own; `user:` and `system:` in small letters are keys of settings. */
const ROLE =
  /^([ \t]{0,20}(?:Human|Assistant|System|User|Developer|Tool|human|assistant|#{2,3}[ \t]?(?:Instruction|Response|Input))[ \t]{0,4}):(?=[ \t]|$)/gm;
const FRAME_NAME = RECALL_OPEN.replaceAll(/\P{L}/gu, '');
/** Cyrillic and Greek letters, and bars, that look like those of a name; compatibility forms fall by normalization. */
const LOOK_ALIKE = new Map(
  Object.entries({
    a: 'аα',
    c: 'сϲ',
    d: 'ԁ',
    e: 'еεҽ',
    h: 'һ',
    i: 'іι',
    j: 'ј',
    k: 'кκ',
    l: 'ӏ',
    m: 'мμ',
    n: 'пη',
    o: 'оοσ',
    p: 'рρ',
    r: 'г',
    s: 'ѕ',
    t: 'тτ',
    u: 'υ',
    v: 'νѵ',
    w: 'ԝшω',
    x: 'хχ',
    y: 'уүγ',
    '|': '¦ǀ│∣❘',
  }).flatMap(([letter, likes]) => Array.from(likes, (like) => [like, letter] as const)),
);

/** A text without characters that show nothing or reorder others, and without what a terminal does not show. */
export const withoutHidden = (text: string): string =>
  text.replaceAll(SEQUENCE, '').replaceAll(HIDDEN, (character) => (KEPT.has(character) ? character : ''));

/**
 * A text that is recalled, as nothing but text: no character hides or turns around what is shown, and no tag in it, nor
 * one that looks so, opens or closes the frame that recalled text stands in, nor a mark that a host or a model takes for one
 * of its own. Line breaks and tabs stay.
 */
export function neutralText(text: string): string {
  return withoutHidden(text.replaceAll(LINE_BREAK, '\n'))
    .replaceAll(BRACKETS, (bracket, at: number, shown: string) => {
      // Another bracket is judged by itself, so that no character is read for more than one.
      const [behind = ''] = shown.slice(at + 1, at + 1 + NAME_WITHIN).split(BRACKET, 1);
      const read = folded(behind);
      // The end of a text for many models; `<S>` is a type.
      return /^\/?s>/.test(behind) || namesFrame(read) || isMark(read) ? '&lt;' : bracket;
    })
    .replaceAll(IN_BRACKETS, '&#91;')
    .replaceAll(ROLE, '$1&#58;');
}

/** The same on one line, for titles, names, tags and paths: what follows a break would read as a line of ours. */
export const neutralLine = (text: string): string => neutralText(text).replaceAll(/\s+/g, ' ').trim();

const folded = (text: string): string =>
  Array.from(text.normalize('NFKD').toLowerCase(), (sign) => LOOK_ALIKE.get(sign) ?? sign).join('');

const namesFrame = (behind: string): boolean => behind.replaceAll(/\P{L}/gu, '').startsWith(FRAME_NAME);

function isMark(behind: string): boolean {
  if (TOKEN.test(behind) || ALONE.test(behind)) return true;
  const words = /^[/\s]{0,8}([a-z][a-z_-]{0,60})/.exec(behind)?.[1]?.split(/[-_]/) ?? [];
  return words.length > 1 && words.some((word) => OF.has(word)) && HOLDS.has(words.at(-1) ?? '');
}
