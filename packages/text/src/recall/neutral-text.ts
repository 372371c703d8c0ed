import { RECALL_OPEN } from './recall-frame.ts';

// oxlint-disable-next-line no-control-regex -- vertical tab and form feed break lines too
const LINE_BREAK = /\r\n?|[\u000B\u000C\u0085\u2028\u2029]/g;
/** What shows nothing or reorders what is shown: control, bidirectional, tag and zero-width characters. */
const HIDDEN = /[\p{Cc}\p{Bidi_Control}\p{Default_Ignorable_Code_Point}]/gu;
/** White space of a text, and the joiners and selectors that emoji and several scripts are written with. */
const KEPT = new Set('\t\n\u200C\u200D\uFE0E\uFE0F');

/** `<` and what looks like it. */
const BRACKET =
  /[<\u00AB\u02C2\u1438\u2039\u2264\u2266\u226A\u227A\u227C\u22B0\u22D6\u22DC\u2329\u276C\u276E\u2770\u27E8\u27EA\u2991\u2993\u29FC\u2A7D\u2AA1\u3008\u300A\uFE64\uFF1C]/g;
/** Characters behind a bracket in which the name of the frame is looked for: blanks may stand before it. */
const NAME_WITHIN = 200;
/** What hosts and models take for marks of their own: reminders, results of tools, turns of a conversation. */
const CONTROL =
  /<(?=[/|\s]{0,4}(?:system[-_]reminder|function_(?:calls|results?)|tool_(?:use|calls?|results?|response)|antml:|start_of_turn|end_of_turn|begin_of_text|(?:im|fim|eot|start|end)_\w{1,20}\||<SYS>|system\||user\||assistant\||endoftext\|))|\[(?=\/?INST\])/gi;
/** The beginning of a turn, on a line of its own. */
const ROLE = /^([ \t]{0,20}(?:Human|Assistant|System|User)[ \t]{0,4}):(?=[ \t]|$)/gm;
const FRAME_NAME = RECALL_OPEN.replaceAll(/\P{L}/gu, '');
/** Cyrillic and Greek letters that look like those of the name; compatibility forms fall by normalization. */
const LOOK_ALIKE = new Map(
  Object.entries({
    a: 'аα',
    c: 'сϲ',
    e: 'еεҽ',
    k: 'кκ',
    m: 'мμ',
    o: 'оοσ',
    p: 'рρ',
    r: 'г',
    s: 'ѕ',
    w: 'ԝшω',
    y: 'уүγ',
  }).flatMap(([letter, likes]) => Array.from(likes, (like) => [like, letter] as const)),
);

/**
 * A text that is recalled, as nothing but text: no character hides or turns around what is shown, and no tag in it, nor
 * one that looks so, opens or closes the frame that recalled text stands in, nor a mark that a host or a model takes for one
 * of its own. Line breaks and tabs stay.
 */
export function neutralText(text: string): string {
  return text
    .replaceAll(LINE_BREAK, '\n')
    .replaceAll(HIDDEN, (character) => (KEPT.has(character) ? character : ''))
    .replaceAll(BRACKET, (bracket, at: number, shown: string) =>
      namesFrame(shown.slice(at + 1, at + 1 + NAME_WITHIN)) ? '&lt;' : bracket,
    )
    .replaceAll(CONTROL, (mark) => (mark === '<' ? '&lt;' : '&#91;'))
    .replaceAll(ROLE, '$1&#58;');
}

/** The same on one line, for titles, names, tags and paths: what follows a break would read as a line of ours. */
export const neutralLine = (text: string): string => neutralText(text).replaceAll(/\s+/g, ' ').trim();

function namesFrame(behind: string): boolean {
  const letters = behind.normalize('NFKD').toLowerCase().replaceAll(/\P{L}/gu, '');
  return (
    Array.from(letters.slice(0, FRAME_NAME.length), (letter) => LOOK_ALIKE.get(letter) ?? letter).join('') ===
    FRAME_NAME
  );
}
