import type { Clone } from './git.ts';
import { onOneLine, plain, type PairFile, type TextLanguage } from './pairs.ts';

const PAGES = /\.(?:md|mdx|rst|adoc|asciidoc|markdown)$/u;
const NO_PAGES =
  /(?:^|\/)(?:node_modules|vendor|third_party|testdata|fixtures?|__snapshots__|\.github|dist)\/|(?:^|\/)(?:CHANGELOG|CHANGES|HISTORY|LICENSE|CODE_OF_CONDUCT|AUTHORS|MAINTAINERS)[^/]*$|releasenotes/iu;
const OTHER_LANGUAGE =
  /(?:^|\/)(?:ja|ko|ru|pt|pt-br|it|tr|uk|pl|vi|id|hi|bn|ar|fa|th|nl|uz|he|ta|sv|da|cs|hu|ro|ja-jp|ko-kr|ru-ru|zh-hant|zh-tw|em|yo|az|ur)(?:\/|\.|$)/iu;
const LANGUAGE_OF_PATH: [TextLanguage, RegExp][] = [
  ['zh', /(?:^|\/|[-+.])(?:zh|zh-cn|zh_cn|zh-hans|cn)(?:\/|\.|$)/iu],
  ['de', /(?:^|\/|[-+.])de(?:-de)?(?:\/|\.|$)/iu],
  ['fr', /(?:^|\/|[-+.])fr(?:-fr)?(?:\/|\.|$)/iu],
  ['es', /(?:^|\/|[-+.])es(?:-es)?(?:\/|\.|$)/iu],
];

/** Headings that say nothing of what stands below them. */
const GENERIC =
  /^(?:introduction|overview|summary|description|examples?|usage|see also|notes?|remarks?|syntax|parameters?|options?|references?|requirements?|prerequisites|installation|contributing|license|links?|more|details?|background|motivation|next steps|related (?:links|topics)|inputs?|outputs?|returns?|return values?|recap|credits|faq|about|übersicht|hinweise?|beispiele?|siehe auch|weitere informationen|nächste schritte|voir aussi|exemples?|remarques|ejemplos?|comentarios|vea también|另请参阅|示例|备注)\W*$/iu;

interface Section {
  level: number;
  heading: string;
  lines: string[];
}

/** Headings with what stands below them, titles with descriptions, and first paragraphs with those that follow. */
export function extractDocuments(repository: string, clone: Clone, pairs: PairFile): void {
  const blobs = clone.list(PAGES).filter(({ path }) => !NO_PAGES.test(path));
  for (const { path, text } of clone.read(blobs)) {
    const language = languageOf(`${repository}/${path}`, text);
    if (!language) continue;
    const { title, description, sections } = parse(path, text);
    if (title && description && !GENERIC.test(title)) pairs.add(title, description, 'title', { language });
    const above: Section[] = [];
    for (const section of sections) {
      while (above.length > 0 && (above.at(-1)?.level ?? 0) >= section.level) above.pop();
      above.push(section);
      const paragraphs = section.lines
        .join('\n')
        .split(/\n\s*\n/u)
        .map(plain)
        .filter((paragraph) => paragraph.length > 30);
      const body = paragraphs.join(' ');
      if (body.length < 60) continue;
      const heading = headingOf(above, title);
      if (heading) pairs.add(heading, body.slice(0, 600), 'section', { language });
      const [first = '', ...rest] = paragraphs;
      if (rest.length > 0 && first.length > 40 && first.length < 400)
        pairs.add(first.slice(0, 300), rest.join(' ').slice(0, 500), 'paragraph', {
          language,
          weight: 0.5,
          most: 1,
        });
    }
  }
}

function languageOf(path: string, text: string): TextLanguage | undefined {
  if (
    OTHER_LANGUAGE.test(path) ||
    (text.match(/[\u3040-\u30ff\uac00-\ud7af\u0400-\u04ff]/gu)?.length ?? 0) > 5
  )
    return undefined;
  if ((text.match(/[\u4e00-\u9fff]/gu)?.length ?? 0) > text.length * 0.15) return 'zh';
  return LANGUAGE_OF_PATH.find(([, pattern]) => pattern.test(path))?.[0] ?? 'en';
}

/** The heading, with that of the page where it says nothing by itself. */
function headingOf(above: readonly Section[], title: string): string | undefined {
  const own = plain(above.at(-1)?.heading ?? '').replace(/^[\d.]+\s+/u, '');
  if (own.length > 160) return undefined;
  if (own.split(' ').length >= 2 && !GENERIC.test(own)) return own;
  const page = above
    .slice(0, -1)
    .map(({ heading }) => plain(heading))
    .findLast((heading) => heading && !GENERIC.test(heading));
  const top = page ?? title;
  if (!top || GENERIC.test(top)) return undefined;
  return GENERIC.test(own) || own.toLowerCase() === top.toLowerCase() ? top : `${top} ${own}`;
}

function parse(path: string, text: string) {
  const front = /^\ufeff?---\s*\n(.*?)\n---\s*\n/su.exec(text);
  const field = (names: string) =>
    plain(new RegExp(`^(?:${names}):\\s*["']?(.+?)["']?\\s*$`, 'mu').exec(front?.[1] ?? '')?.[1] ?? '');
  const body = front ? text.slice(front[0].length) : text;
  const sections = path.endsWith('.rst') ? restructured(body) : marked(body);
  return {
    title: field('title') || plain(sections.find(({ level }) => level === 1)?.heading ?? ''),
    description: field('summary|description|excerpt|intro'),
    sections,
  };
}

/** Markdown and AsciiDoc. */
function marked(text: string): Section[] {
  const sections: Section[] = [{ level: 0, heading: '', lines: [] }];
  let fence = '';
  for (const line of text.split('\n')) {
    const mark = /^\s*(```|~~~|----$|====$|\.\.\.\.$)/u.exec(line)?.[1] ?? '';
    if (mark && (fence === '' || fence === mark)) {
      fence = fence === '' ? mark : '';
      continue;
    }
    if (fence !== '') continue;
    const [, level, heading] = /^(#{1,6}|={1,5})\s+(.*?)\s*#*\s*(?:\{#.*\})?$/u.exec(line) ?? [];
    if (level && heading) sections.push({ level: level.length, heading, lines: [] });
    else {
      const isMarkup =
        /^\s*(?:\||<!--|:::|import |export |\[[^\]]+\]:|> \[!|-{3,}|={3,}|<|:[\w-]+:|\/\/|include::|image::)/u.test(
          line,
        );
      sections.at(-1)?.lines.push(isMarkup ? '' : line);
    }
  }
  return sections;
}

function restructured(text: string): Section[] {
  const lines = text.split('\n');
  const sections: Section[] = [{ level: 0, heading: '', lines: [] }];
  const levels: string[] = [];
  for (let i = 0; i < lines.length; i += 1) {
    const line = lines[i] ?? '';
    const below = lines[i + 1] ?? '';
    const isRule = (given: string) => /^([=\-~^"'`#*+:.])\1{2,}\s*$/u.test(given);
    if (
      isRule(below) &&
      line.trim() !== '' &&
      !isRule(line) &&
      below.trim().length >= line.trim().length - 2
    ) {
      const mark = below[0] ?? '';
      if (!levels.includes(mark)) levels.push(mark);
      sections.push({ level: levels.indexOf(mark) + 1, heading: onOneLine(line), lines: [] });
      i += 1;
    } else if (!isRule(line))
      sections.at(-1)?.lines.push(/^(?:\.\. | {4}|\s+:\w+:)/u.test(line) ? '' : line.replace(/::\s*$/u, ':'));
  }
  return sections;
}
