import { plain, type PairFile, type TextLanguage } from './pairs.ts';
import type { Clone } from './git.ts';

const TAGS: Record<string, TextLanguage> = {
  en: 'en',
  de: 'de',
  fr: 'fr',
  es: 'es',
  zh: 'zh',
  cn: 'zh',
  'zh-cn': 'zh',
  'en-us': 'en',
  'de-de': 'de',
  'fr-fr': 'fr',
  'es-es': 'es',
  'zh-hans': 'zh',
};

/** Where the pages of a source lie that stand in other languages too. */
export interface AlignedPages {
  /** Name that sources of the same pages share. */
  group: string;
  /** Names `page`, and `language` where the path tells it. */
  path: string;
  language?: TextLanguage;
}

/** Pages by group, page and language. */
export class AlignedTexts {
  readonly #groups = new Map<string, Map<string, Map<TextLanguage, string>>>();

  collect(clone: Clone, { group, path: pattern, language: fixed }: AlignedPages): void {
    const pages = this.#groups.get(group) ?? new Map<string, Map<TextLanguage, string>>();
    this.#groups.set(group, pages);
    const path = new RegExp(pattern, 'iu');
    for (const { path: given, text } of clone.files(path)) {
      const { page = '', language = '' } = path.exec(given)?.groups ?? {};
      const tag = fixed ?? TAGS[language.toLowerCase()];
      if (!tag) continue;
      const texts = pages.get(page) ?? new Map<TextLanguage, string>();
      pages.set(page, texts.set(tag, text));
    }
  }

  /** Paragraphs of pages that have as many in both languages; English second where there is English. */
  extract(pairs: PairFile): void {
    for (const pages of this.#groups.values())
      for (const texts of pages.values()) {
        const pivot = texts.has('en') ? 'en' : 'de';
        const base = paragraphsOf(texts.get(pivot) ?? '');
        for (const [language, text] of texts) {
          if (language === pivot) continue;
          if (language === 'zh' && text.includes('<!--')) addCommented(pairs, text);
          const paragraphs = paragraphsOf(text);
          if (paragraphs.length !== base.length) continue;
          for (const [place, paragraph] of paragraphs.entries()) {
            const other = base[place] ?? '';
            if (other.length > 15 && paragraph.length > 4 && paragraph !== other)
              pairs.add(paragraph.slice(0, 400), other.slice(0, 400), 'translation', { language, most: 1 });
          }
        }
      }
  }
}

/** Paragraphs of Markdown; elements of text of DocBook. */
function paragraphsOf(text: string): string[] {
  if (/^\s*<\?xml/u.test(text))
    return Array.from(
      text
        .replaceAll(
          /<!--[\s\S]*?-->|<programlisting[\s\S]*?<\/programlisting>|<screen[\s\S]*?<\/screen>/gu,
          ' ',
        )
        .matchAll(/<(refpurpose|simpara|para|title)\b[^>]*>([\s\S]*?)<\/\1>/gu),
      ([, , inner = '']) => plain(inner.replaceAll(/&[\w.-]+;/gu, ' ')),
    );
  return text
    .replaceAll(/\r|^---\n[\s\S]*?\n---\n/gu, '')
    .replaceAll(/```[\s\S]*?```|\{\/\*[\s\S]*?\*\/\}|\{\*[\s\S]*?\*\}/gu, '')
    .split(/\n\s*\n/u)
    .map(plain);
}

/** The English paragraph stands in a comment before its translation. */
function addCommented(pairs: PairFile, text: string): void {
  for (const [, original = '', translated = ''] of text.matchAll(
    /<!--\s*\n?([\s\S]*?)-->\s*\n([\s\S]*?)(?=\n\s*\n|\n<!--|$)/gu,
  )) {
    const [a, b] = [plain(translated), plain(original)];
    if (b.length > 15 && /[\u4e00-\u9fff]/u.test(a))
      pairs.add(a.slice(0, 300), b.slice(0, 400), 'translation', { language: 'zh', most: 1 });
  }
}
