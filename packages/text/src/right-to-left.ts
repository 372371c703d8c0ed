/**
 * Words of Hebrew, Arabic and Persian that say nothing by themselves, as a question has many of. Letters as `plainLetters` leaves them.
 */
const emptyWords: ReadonlySet<string> = new Set(
  [
    'מה מי מתי איך איפה היכן לאן מאין למה מדוע כמה איזה איזו אילו האם של את עם על אל לא כן אם או גם רק כי זה זו זאת הוא היא הם הן אני אתה אנחנו יש אין היה היו להיות כל בין לפי אחרי לפני אבל כדי אשר כך ככה',
    'ما ماذا من متي كيف اين لماذا كم هل اي هو هي هم نحن انا انت هذا هذه ذلك تلك في الي علي عن مع لا لم لن ان كان كانت يكون تكون او ثم قد كل بعد قبل بين عند التي الذي لكن اذا يتم هكذا',
    'چه چي چيست كي كجا كجاست چرا چگونه چطور چند چقدر كدام ايا از به با در بر را كه اين ان آن است هست نيست بود شد مي نمي شود شوند كند كنم كنيم كنند ميكند بايد براي تا يا و هر هم پس پيش يك ها هاي',
  ].flatMap((words) => words.split(' ')),
);

/** Whether a word is one of a question's own in a language that has no rules of its own, also where `and` stands before it. */
export const isEmptyWord = (word: string): boolean =>
  [plainLetters(word), plainLetters(word).replace(/^[ו\u0648]/u, '')].some((one) => emptyWords.has(one));

const WRITTEN = /^[\u0590-\u05FF\u0600-\u06FF\u0750-\u077F]/u;

/** Without vowel signs and lengthening, and letters that are written in several ways as one: Persian keyboards have another k and y. */
const plainLetters = (word: string): string =>
  word
    .replaceAll(/[\p{M}\u0640\u200C]/gu, '')
    .replaceAll(/[أإآٱ]/gu, 'ا')
    .replaceAll(/[ىیئ]/gu, 'ي')
    .replaceAll('ک', 'ك')
    .replaceAll('ة', 'ه');

/** The article, `and`, `in`, `to`, `from` and their like are written together with the word, as are endings. */
const BEFORE =
  /^(?:[והבלמשכ]{1,4}(?=[א-ת]{3})|[وف]?(?:[بك]?ال|لل)(?=\p{Script=Arabic}{3})|و(?=\p{Script=Arabic}{4}))/u;
const BEHIND = /(?<=[א-ת]{3})(?:ים|ות)$|(?<=\p{Script=Arabic}{3})(?:ها|هاي|ان|ات|ون|ين|يه|ه|ي)$/u;

/** A word of Hebrew, Arabic or Persian without what is written together with it; undefined where there is nothing. */
export function bareWord(word: string): string | undefined {
  if (!WRITTEN.test(word)) return undefined;
  const bare = plainLetters(word).replace(BEFORE, '').replace(BEHIND, '');
  return bare === word || bare === '' ? undefined : bare;
}
