import type { Clone } from './git.ts';
import { message, type PairFile, type TextLanguage } from './pairs.ts';

const TAGS: Record<string, TextLanguage> = {
  en: 'en',
  'en-us': 'en',
  'en-gb': 'en',
  en_us: 'en',
  en_en: 'en',
  defaultmessages: 'en',
  de: 'de',
  'de-de': 'de',
  de_de: 'de',
  fr: 'fr',
  'fr-fr': 'fr',
  fr_fr: 'fr',
  es: 'es',
  'es-es': 'es',
  es_es: 'es',
  zh: 'zh',
  'zh-cn': 'zh',
  zh_cn: 'zh',
  'zh-hans': 'zh',
  zh_hans: 'zh',
};
const TAG = Object.keys(TAGS).join('|');
const BYTES_MAX = 4_000_000;

/** Texts of a catalogue by their keys. */
type Texts = Map<string, string>;

/** A kind of catalogue: where its language stands in the path, and how it is read. */
interface Form {
  /** Names `language`; what it takes out of the path is alike in all languages. */
  path: RegExp;
  read(text: string): Texts;
  /** A key is the English text. */
  isKeyEnglish?: true;
}

const matches = (text: string, pattern: RegExp): Texts =>
  new Map(Array.from(text.matchAll(pattern), ([, key = '', value = '']) => [key, value]));

const FORMS: Form[] = [
  {
    path: new RegExp(`(?:^|/)(?<language>${TAG})(?:/LC_MESSAGES)?(?:/[^/]+)?\\.po$`, 'iu'),
    read: readPo,
    isKeyEnglish: true,
  },
  {
    path: new RegExp(`[./](?<language>${TAG})\\.(?:xlf|xliff)$`, 'iu'),
    read: (text) =>
      matches(
        text,
        /<source>([\s\S]*?)<\/source>(?:(?!<source>)[\s\S])*?<target[^>]*>([\s\S]*?)<\/target>/gu,
      ),
    isKeyEnglish: true,
  },
  {
    path: new RegExp(`(?:/(?<language>${TAG})/[^/]+\\.resw|\\.(?<tag>${TAG})\\.resx)$`, 'iu'),
    read: (text) => matches(text, /<data name="([^"]+)"[^>]*>\s*<value>([\s\S]*?)<\/value>/gu),
  },
  {
    path: new RegExp(
      `(?:/(?<language>${TAG})/[^/]*\\.resjson|/(?:i18n|locales?|lang|translations|snippet|strings)/(?:[^/]+/)*?(?:locale\\.constant-)?(?<tag>${TAG})(?:-lang)?(?:/[^/]+)?\\.json|(?:^|/)locale/(?<name>${TAG})\\.json)$`,
      'iu',
    ),
    read: readJson,
  },
  {
    path: new RegExp(`_(?<language>${TAG})\\.properties$`, 'u'),
    read: (text) =>
      new Map(
        Array.from(
          text.replaceAll(/\\\n\s*/gu, '').matchAll(/^((?:[^=:\s\\#!]|\\.)+)\s*[=:]\s*(.*)$/gmu),
          ([, key = '', value = '']) => [
            key,
            value
              .replaceAll(/\\u([0-9a-fA-F]{4})/gu, (_, code: string) =>
                String.fromCharCode(Number.parseInt(code, 16)),
              )
              .replaceAll(/\\|''/gu, ''),
          ],
        ),
      ),
  },
  {
    path: new RegExp(`/(?<language>${TAG})/translations\\.php$`, 'iu'),
    read: (text) => matches(text.replaceAll("\\'", '’'), /^\s+'([^']+)' => '([^']*)'/gmu),
    isKeyEnglish: true,
  },
];

/** Entries of catalogues in two languages, English second. */
export function extractCatalogues(clone: Clone, pairs: PairFile): void {
  for (const form of FORMS) {
    const byPlace = new Map<string, Map<TextLanguage, Texts>>();
    // The English one of a bundle of properties has no language in its name.
    const isNamed = form.path.source.includes('properties');
    const paths = isNamed ? /\.properties$/u : form.path;
    for (const { path, text } of clone.files(paths, BYTES_MAX)) {
      const groups = form.path.exec(path)?.groups;
      const tag = groups?.['language'] ?? groups?.['tag'] ?? groups?.['name'];
      const language = tag === undefined ? (isNamed ? 'en' : undefined) : TAGS[tag.toLowerCase()];
      if (!language) continue;
      const place = tag === undefined ? path : path.replace(isNamed ? `_${tag}` : tag, '');
      const texts = byPlace.get(place) ?? new Map<TextLanguage, Texts>();
      byPlace.set(place, texts.set(language, readSafely(form, text)));
    }
    for (const texts of byPlace.values())
      for (const [language, translated] of texts)
        if (language !== 'en')
          addTranslations(pairs, language, translated, form.isKeyEnglish ? null : texts.get('en'));
  }
}

/** @param english null where the keys are English */
function addTranslations(
  pairs: PairFile,
  language: TextLanguage,
  translated: Texts,
  english: Texts | null | undefined,
): void {
  if (english === undefined) return;
  for (const [key, text] of translated) {
    const original = english === null ? key : english.get(key);
    if (!original) continue;
    const [a, b] = [message(text), message(original)];
    if (b.length >= 8 && a.length >= 3 && /[a-z]/u.test(b))
      pairs.add(a.slice(0, 400), b.slice(0, 400), 'translation', { language, most: 1 });
  }
}

function readSafely(form: Form, text: string): Texts {
  try {
    return form.read(text);
  } catch {
    // A catalogue that is no JSON, or broken.
    return new Map();
  }
}

function readPo(text: string): Texts {
  const texts: Texts = new Map();
  const quoted = (lines: string) =>
    Array.from(lines.matchAll(/"(.*)"/gu), ([, part = '']) => part)
      .join('')
      .replaceAll(/\\(.)/gu, (_, letter: string) => (letter === 'n' || letter === 't' ? ' ' : letter));
  for (const block of text.split(/\n\s*\n/u)) {
    if (/, fuzzy|#~/u.test(block)) continue;
    const original = /^msgid\s+((?:".*"\s*)+)/mu.exec(block)?.[1];
    const translated = /^msgstr(?:\[0\])?\s+((?:".*"\s*)+)/mu.exec(block)?.[1];
    if (original && translated) texts.set(quoted(original), quoted(translated));
  }
  return texts;
}

function readJson(text: string): Texts {
  const texts: Texts = new Map();
  const walk = (value: unknown, path: string): void => {
    if (typeof value === 'string') texts.set(path, value);
    else if (value !== null && typeof value === 'object')
      for (const [key, each] of Object.entries(value)) walk(each, `${path}.${key}`);
  };
  walk(JSON.parse(text), '');
  return texts;
}
