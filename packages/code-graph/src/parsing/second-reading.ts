/** Lines that end here may go on with type arguments only on the same line. */
const typeEnd = /[\w)\]>'"}]$/;

/**
 * The same source, character for character in its place, in the syntax that the TypeScript grammar knows: what it lacks is
 * `export type *`, a call signature after another without a semicolon, and the type of a module among type arguments.
 */
export function withoutNewerSyntax(source: string): string {
  const plain = source
    .replaceAll('export type *', 'export      *')
    .split('typeof import(')
    .map((part, at) => (at === 0 ? part : withoutSpecifier(part)))
    .join('any           ');
  let isAfterType = false;
  let isComment = false;
  const lines = plain.split('\n').map((line) => {
    const trimmed = line.trim();
    if (trimmed.startsWith('/*')) isComment = true;
    const isPassed = isComment || trimmed === '' || trimmed.startsWith('//');
    if (trimmed.endsWith('*/')) isComment = false;
    if (isPassed) return line;
    const separated = isAfterType && /^\s+</.test(line) ? line.replace(/\s</, ';<') : line;
    isAfterType = typeEnd.test(trimmed);
    return separated;
  });
  return lines.join('\n');
}

/** Without what stands before the closing parenthesis. */
function withoutSpecifier(part: string): string {
  const end = part.indexOf(')') + 1;
  return ' '.repeat(end) + part.slice(end);
}

/**
 * The same source of C#, character for character in its place, without directives and without the branches that stand in
 * `#else` and `#elif`: the grammar knows no branches amid a declaration.
 */
export function withoutBranches(source: string): string {
  const isOther: boolean[] = [];
  const lines = source.split('\n').map((line) => {
    const directive = /^\s*#\s*(?:(if|elif|else|endif)\b)?/u.exec(line);
    if (directive?.[1] === 'if') isOther.push(false);
    else if (directive?.[1] === 'endif') isOther.pop();
    else if (directive?.[1] !== undefined) isOther[isOther.length - 1] = true;
    return directive || isOther.includes(true) ? line.replaceAll(/[^\r]/gu, ' ') : line;
  });
  return lines.join('\n');
}

const types = String.raw`<(?:[\w.?*, ]|<(?:[\w.?*, ]|<[\w.?*, ]*>)*>)*>`;
/** A call with type arguments; behind the name of a class, a brace begins a body. */
const callsOfTypes = new RegExp(
  String.raw`(?<!\b(?:class|interface) )\b(?:[a-z_]\w*${types}(?= ?[({])|[A-Z]\w*${types}(?=\())`,
  'gu',
);

/** The same source of Kotlin with type arguments as a part of the name that is called: the grammar takes `get<Store>(name)` for a comparison. */
const withoutTypesOfCalls = (source: string): string =>
  source.replaceAll(callsOfTypes, (call) => call.replaceAll(/\W/gu, '_'));

/** Words that are names of Kotlin as well. */
const softWords = /\bdynamic\b|\b(?:by|constructor|final)\b(?= ?[.,)=]|:)|\bget(?=\([^)\n]| \w)/gu;

/**
 * The same source of Kotlin for its grammar, which asks for a semicolon in place of the blank before a closing brace in places,
 * knows no arrow that begins a line no comma behind the last of some lists and no mark of a getter, and takes some names for words of its own.
 */
export const withPlainNames = (source: string): string =>
  source
    .replaceAll(/(?<=[\w)"\]}]) (?=\})/gu, ';')
    .replaceAll(/\n([ \t]*->.*)/gu, '$1\n')
    .replaceAll(/,(?=\s{1,200}[>\]])/gu, ' ')
    .replaceAll(/@\w+(?:\([^()\n]*\))?(?=\s{1,200}get\(\))/gu, blank)
    .replaceAll(softWords, (word) => `${word.slice(0, -1)}_`);

const blank = (text: string) => text.replaceAll(/[^\r\n]/gu, ' ');

const MARK = 'constructor';
/** Characters between `class` and `constructor`, at most. */
const CLASS_HEAD = 240;

/** The same source of Kotlin, character for character in its place, as its grammar reads it right. */
export const asKotlin = (source: string): string => withoutTypesOfCalls(withoutConstructorMarks(source));

/**
 * Without what stands between the name of a class and `constructor`: behind an annotation with arguments the grammar takes such
 * a class for an expression.
 */
function withoutConstructorMarks(source: string): string {
  const parts: string[] = [];
  let end = 0;
  for (const { index } of source.matchAll(/\bconstructor(?= ?\()/gu)) {
    const before = source.slice(Math.max(end, index - CLASS_HEAD), index);
    const at = before.lastIndexOf('class ');
    if (at < 0) continue;
    const head = before.slice(at);
    const start = index - head.length;
    const named = /^class \w+/u.exec(head)?.[0].length ?? 0;
    const typed = head[named] === '<' ? head.indexOf('>') + 1 : named;
    // Of a comment that speaks of a class.
    if (named === 0 || typed === 0 || /[{};*]/u.test(head)) continue;
    const open = source[index + MARK.length] === '(' ? index + MARK.length : 0;
    parts.push(source.slice(end, start + typed));
    end = index;
    const marks = blank(head.slice(typed));
    // On a line of its own it would end the class: the parenthesis comes first, and the line ends behind it.
    if (open > 0 && marks.includes('\n')) {
      parts.push(
        marks.replace(/\r?\n/u, (end) => '('.padStart(end.length)),
        `${blank(MARK)}\n`,
      );
      end = open + 1;
    } else parts.push(marks);
  }
  return parts.join('') + source.slice(end);
}

/** The scripts of a component, character for character in their places; all else is blank. */
export function scriptsOf(source: string): string {
  let [scripts, end] = ['', 0];
  for (const { index } of source.matchAll(/<script\b/giu)) {
    if (index < end) continue;
    const start = source.indexOf('>', index) + 1;
    const length = start > 0 ? source.slice(start).search(/<\/script>/iu) : -1;
    // No script behind it is closed either.
    if (length < 0) break;
    scripts += blank(source.slice(end, start)) + source.slice(start, start + length);
    end = start + length;
  }
  return scripts + blank(source.slice(end));
}

const named = /\b(class|struct)((?: {1,9}[A-Z][A-Z\d_]+(?:\(\s{0,40}(?:"[^"\n]*"|\w*)\))?){1,3})( +\w+)/g;
/** Characters between the name of a class and its body or bases, at most. */
const BEFORE_BODY = 40;

/** A comment, or words in capitals at the beginning of a line, behind specifiers that may stand there. */
const lineHeads =
  /\/\/.*|\/\*|\*\/|^([ \t]*(?:template *<.*> )?(?:(?:static|inline|virtual|extern|constexpr|friend) +)*)((?:[A-Z][A-Z\d_]+(?:\((?:"[^"\n]*"|\w*)\))?\s+)*)([A-Z][A-Z\d_]+(?:\((?:"[^"\n]*"|\w*)\))?\s+)/gm;
const capitals = /^[A-Z][A-Z\d_]+$/;
const specifiers = /^(?:(?:static|inline|virtual|extern|constexpr|friend|const|volatile)\s+)+/;
/** A type and the name that it declares, or the beginning of a constructor or destructor. */
const declared =
  /^(?:explicit\s|~|(\w+)(?:<[\w\s,]*>)?::~?(\w+)\(|(?:(?:unsigned|signed|long|short|struct|enum)\s+)?[\w:]+(?:<.*>)?(?:\s*\bconst\b)?[\s*&]+(?:[\w:]*\boperator\b|([\w:~]+)\s*[(;={[]))/;
/** Macros behind parameters, behind a field, between a type and a name: `EXCLUDES(m) {`, `GUARDED_BY(m);`, `void API open(`. */
const macrosWithin = [
  /(?<=[)] |[)] const |[)] override )(?:[A-Z][A-Z\d]*_[A-Z\d_]+|[A-Z\d]{3,}(?=\())(?:\([^()\n]*\))?(?=\s{0,40}(?:\{|:[^:]|const\b|override\b|->))/g,
  /\b(?:[A-Z]+_)?GUARDED_BY\([^()\n]*\)/g,
  /(?<=^(?:auto|bool|char|double|int|void) )[A-Z][A-Z\d]*_[A-Z\d_]+ (?=[\w:<>]+\()/gm,
];
/** Characters from the type to what follows the name, at most. */
const DECLARED = 200;

/**
 * The same source of C or C++, character for character in its place, without macros that say how a library exports or a
 * compiler treats what follows them: the grammar takes `LIBRARY_API` for the type in `LIBRARY_API Store open();` and for the
 * class in `class LIBRARY_API Store {`. Words in capitals are macros where a type and a name follow them.
 */
export function withoutMacros(source: string): string {
  let isComment = false;
  const plain = source.replaceAll(
    lineHeads,
    (all: string, before?: string, first = '', last = '', at = 0) => {
      if (before === undefined) isComment = all === '/*' || (isComment && all !== '*/');
      if (before === undefined || isComment) return all;
      // The last of them may be the type.
      const macros = [first + last, first].find((text) => {
        const start = at + before.length + text.length;
        const found = declared.exec(source.slice(start, start + DECLARED).replace(specifiers, ''));
        return found && found[1] === found[2] && !capitals.test(found[3] ?? '');
      });
      return before + blank(macros ?? '') + (first + last).slice(macros?.length ?? 0);
    },
  );
  return withoutClassMacros(
    withoutLines(macrosWithin.reduce((text, one) => text.replaceAll(one, blank), plain)),
  );
}

/** Without macros on lines of their own, `PROPERTY(int, x)`, which the grammar takes for the type of what follows. */
function withoutLines(source: string): string {
  return source.replaceAll(/^ *[A-Z][A-Z\d_]+\([^(){};\n]*\)$/gm, (line: string, at: number) => {
    const before = source.slice(Math.max(0, at - BEFORE_BODY), at).trimEnd();
    const end = at + line.length;
    const after = source.slice(end, end + BEFORE_BODY).trimStart();
    return /[;{}:)]$/.test(before) && /^[A-Za-z~}]/.test(after) ? blank(line) : line;
  });
}

function withoutClassMacros(source: string): string {
  return source.replaceAll(named, (words: string, word: string, macros: string, name: string, at: number) => {
    const end = at + words.length;
    const next = source
      .slice(end, end + BEFORE_BODY)
      .trimStart()
      .replace(/^final\b/, '')
      .trimStart();
    return next.startsWith('{') || next.startsWith(':') ? word + blank(macros) + name : words;
  });
}
