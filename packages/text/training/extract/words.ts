import type { Clone } from './git.ts';
import { onOneLine, plain, type PairFile } from './pairs.ts';

/** Extracts of collections that have a form of their own. */
export const COLLECTIONS = { wordnet, tldr, intents, manual, textbook };
export type Collection = keyof typeof COLLECTIONS;

const NO_FIELD = /noun\.(?:animal|plant|food|body|person)/u;

/** English WordNet: words of one meaning, words with their definition, examples, and wider terms. */
function wordnet(clone: Clone, pairs: PairFile): void {
  interface Synset {
    members: string[];
    definition: string;
    example: string;
    wider: string;
  }
  const synsets = new Map<string, Synset>();
  for (const { path, text } of clone.files(/^src\/yaml\/(?:noun|verb|adj|adv)\..*\.yaml$/u, 9_000_000)) {
    if (NO_FIELD.test(path)) continue;
    for (const [, id = '', body = ''] of text.matchAll(/^(\d{8}-\w):\n((?:[ -].*\n)+)/gmu)) {
      const list = (name: string) =>
        Array.from(
          (new RegExp(`^  ${name}:\\n((?:  - .*\\n(?:    .*\\n)*)+)`, 'mu').exec(body)?.[1] ?? '').matchAll(
            /^ {2}- ((?:.*)(?:\n {4}.*)*)/gmu,
          ),
          ([, item = '']) =>
            onOneLine(item)
              .replaceAll(/^['"]|['"]$/gu, '')
              .replaceAll("''", "'"),
        );
      synsets.set(id, {
        members: list('members')
          .filter((word) => word && !/^\p{Lu}/u.test(word))
          .slice(0, 4),
        definition: list('definition')[0] ?? '',
        example: list('example')[0] ?? '',
        wider: list('hypernym')[0] ?? '',
      });
    }
  }
  for (const { members, definition, example, wider } of synsets.values()) {
    const [first, ...others] = members;
    if (!first) continue;
    pairs.add(members.join(', '), definition, 'gloss', { weight: 0.5 });
    for (const other of others) pairs.add(first, other, 'synonym', { weight: 0.5 });
    if (example.length > 15) pairs.add(example, `${definition} ${first}`, 'gloss', { weight: 0.5 });
    const above = synsets.get(wider);
    if (above?.members[0])
      pairs.add(`${first} ${definition}`, `${above.members[0]} ${above.definition}`, 'wider', {
        weight: 0.3,
        most: 1,
      });
  }
}

/** Commands, what they are for, and the same in other languages. */
function tldr(clone: Clone, pairs: PairFile): void {
  const tags = { '': 'en', '.de': 'de', '.fr': 'fr', '.es': 'es', '.zh': 'zh' } as const;
  const pages = new Map<string, Map<string, { about: string; examples: [string, string][] }>>();
  for (const { path, text } of clone.files(/^pages(?:\.(?:de|fr|es|zh))?\/[^/]+\/[^/]+\.md$/u)) {
    const [, tag = '', page = ''] = /^pages(\.\w+)?\/(.*)\.md$/u.exec(path) ?? [];
    const about = text
      .split('\n')
      .filter((line) => line.startsWith('>') && !/https?:|`tldr|See also/u.test(line))
      .map((line) => plain(line))
      .join(' ');
    const examples = Array.from(
      text.matchAll(/^- (.+?):?\s*\n\n`(.+?)`/gmu),
      ([, said = '', command = '']): [string, string] => [
        plain(said.replaceAll(/\[(\w)\]/gu, '$1')),
        onOneLine(command.replaceAll(/\{\{\[[^|\]]*\|([^\]]*)\]\}\}/gu, '$1').replaceAll(/\{\{|\}\}/gu, ' ')),
      ],
    );
    const translations =
      pages.get(page) ?? new Map<string, { about: string; examples: [string, string][] }>();
    pages.set(page, translations.set(tag, { about, examples }));
  }
  for (const [page, translations] of pages) {
    const english = translations.get('');
    if (!english) continue;
    const command = page.slice(page.indexOf('/') + 1).replaceAll(/[-_.]/gu, ' ');
    pairs.add(`${command} command`, english.about, 'command', { most: 1 });
    for (const [said, code] of english.examples) {
      pairs.add(said, code, 'command', { most: 1 });
      pairs.add(said, `${command}: ${english.about}`, 'command', { weight: 0.5, most: 2 });
    }
    for (const [tag, { about, examples }] of translations) {
      const language = tags[tag as keyof typeof tags];
      if (!language || language === 'en') continue;
      pairs.add(about, english.about, 'translation', { language, most: 1 });
      if (examples.length === english.examples.length)
        for (const [place, [said]] of examples.entries())
          pairs.add(said, english.examples[place]?.[0] ?? '', 'translation', { language, most: 1 });
    }
  }
}

/** Questions of one intent: the next of each, and every fourth with the name of the intent. */
function intents(clone: Clone, pairs: PairFile): void {
  const byIntent = new Map<string, string[]>();
  const note = (intent: string, question: string) => {
    const questions = byIntent.get(intent) ?? [];
    byIntent.set(intent, questions);
    if (question.length > 4) questions.push(question);
  };
  for (const { path, text } of clone.files(
    /^(?:data\/data_full\.json|banking_data\/(?:train|test)\.csv)$/u,
    4_000_000,
  ))
    if (path.endsWith('.json'))
      for (const list of Object.values(JSON.parse(text) as Record<string, [string, string][]>))
        for (const [question, intent] of list) note(intent, question);
    else
      for (const line of text.split('\n').slice(1)) {
        const at = line.lastIndexOf(',');
        if (at > 0) note(line.slice(at + 1).trim(), line.slice(0, at).replaceAll(/^"|"$/gu, ''));
      }
  for (const [intent, questions] of byIntent) {
    const name = intent.replaceAll('_', ' ');
    for (const [place, question] of questions.entries()) {
      pairs.add(question, questions[(place * 7 + 3) % questions.length] ?? '', 'intent', { most: 1 });
      if (place % 4 === 0) pairs.add(name, question, 'intent', { most: 40 });
    }
  }
}

/** The manual of PHP: what a function does, and its name. */
function manual(clone: Clone, pairs: PairFile): void {
  for (const { path, text } of clone.files(/\.xml$/u)) {
    const purpose = plain(/<refpurpose>([\s\S]*?)<\/refpurpose>/u.exec(text)?.[1] ?? '');
    if (purpose.length <= 8) continue;
    const rest = Array.from(
      text
        .replaceAll(/<programlisting[\s\S]*?<\/programlisting>|<screen[\s\S]*?<\/screen>/gu, ' ')
        .matchAll(/<(para|simpara)\b[^>]*>([\s\S]*?)<\/\1>/gu),
      ([, , inner = '']) => plain(inner.replaceAll(/&[\w.-]+;/gu, ' ')),
    ).join(' ');
    if (rest.length > 40) pairs.add(purpose, rest.slice(0, 500), 'section', { most: 1 });
    const name = /([^/]+)\.xml$/u.exec(path)?.[1] ?? '';
    pairs.add(name.replaceAll(/[-_]/gu, ' '), purpose, 'api', { most: 1 });
  }
}

/** Textbooks in CNXML: headings, terms with their meaning, and paragraphs that follow each other. */
function textbook(clone: Clone, pairs: PairFile): void {
  for (const { text } of clone.files(/\.cnxml$/u)) {
    const bare = text.replaceAll(/<(figure|table|equation|exercise|media|footnote)\b[\s\S]*?<\/\1>/gu, ' ');
    let heading = '';
    let before = '';
    for (const [, name, inner = '', definition = ''] of bare.matchAll(
      /<(title|para)\b[^>]*>([\s\S]*?)<\/\1>|<definition\b[^>]*>([\s\S]*?)<\/definition>/gu,
    )) {
      if (definition) {
        const [term, meaning] = ['term', 'meaning'].map((tag) =>
          plain(new RegExp(`<${tag}[^>]*>([\\s\\S]*?)</${tag}>`, 'u').exec(definition)?.[1] ?? ''),
        );
        pairs.add(term ?? '', (meaning ?? '').slice(0, 500), 'gloss', { most: 2 });
        continue;
      }
      const said = plain(inner);
      if (name === 'title') [heading, before] = [said, ''];
      else if (said.length >= 60) {
        if (heading.includes(' ') && before === '') pairs.add(heading, said.slice(0, 500), 'section');
        if (before) pairs.add(before.slice(0, 350), said.slice(0, 450), 'paragraph', { most: 1 });
        const [sentence = '', ...others] = said.split(/(?<=[.!?])\s+(?=[A-Z])/u);
        if (others.length > 1)
          pairs.add(sentence.slice(0, 250), others.join(' ').slice(0, 450), 'paragraph', { most: 1 });
        before = said;
      }
    }
  }
}
