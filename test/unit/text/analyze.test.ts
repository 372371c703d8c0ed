import { analyze, languages, type Language } from '@memory/text';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

function lexemes(text: string, language: Language = 'english'): string[] {
  return analyze(text, language).map(({ lexeme }) => lexeme);
}

describe('analyze', () => {
  it('drops stopwords, possessives and single letters, and stems the rest', () => {
    expect(lexemes("The boundary layer's flow isn't what a reader expects")).toEqual([
      'boundari',
      'layer',
      'flow',
      'reader',
      'expect',
    ]);
  });

  it.each([
    ['getUserById', ['get', 'user', 'id', 'getuserbyid']],
    ['HTTPServer', ['http', 'server', 'httpserver']],
    ['user_service', ['user', 'servic', 'userservic']],
    ['ERR_MODULE_NOT_FOUND', ['err', 'modul', 'found', 'errmodulenotfound']],
    ['TS2345', ['ts2345']],
    ['src/auth/userService.ts', ['src', 'auth', 'user', 'servic', 'userservic', 'ts', 'srcauthuserservicet']],
    ['a-b', ['ab']],
    ['v1.2', ['v1', '2', 'v12']],
  ])('finds %s by its parts and whole', (text, expected) => {
    expect(lexemes(text)).toEqual(expected);
  });

  it.each([
    ['בקשות', 'לבקשות'],
    ['תלמיד', 'והתלמידים'],
    ['فاتورة', 'للفاتورة'],
    ['مفتاح', 'والمفتاح'],
    ['إنتاج', 'الانتاج'],
    ['كتاب', 'کتاب‌ها'],
  ])('finds %s in %s, and the word as it stands', (word, written) => {
    const found = lexemes(written);
    expect(found).toContain(written.split('\u200C')[0]);
    expect(lexemes(word).some((lexeme) => found.includes(lexeme))).toBe(true);
  });

  it('puts a joined identifier in the place of its last part, so that phrases may end inside it', () => {
    expect(analyze('call getUser now', 'simple').map(({ lexeme, position }) => [lexeme, position])).toEqual([
      ['call', 0],
      ['get', 1],
      ['user', 2],
      ['getuser', 2],
      ['now', 3],
    ]);
  });

  it('cuts scripts without spaces into pairs of characters', () => {
    expect(lexemes('使用React组件 茶')).toEqual(['使用', 'react', '组件', '茶']);
    expect(lexemes('データベース')).toEqual(['デー', 'ータ', 'タベ', 'ベー', 'ース']);
    expect(lexemes('ภาษา')).toEqual(['ภา', 'าษ', 'ษา']);
  });

  it('keeps the marks of a script inside its words and takes accents away', () => {
    expect(lexemes('नमस्ते naïve Müller')).toEqual(['नमस्ते', 'naiv', 'muller']);
  });

  it('neither drops nor stems in simple', () => {
    expect(lexemes('The boundaries of a layer', 'simple')).toEqual(['the', 'boundaries', 'of', 'a', 'layer']);
  });

  it.each([
    ['german', 'Die Häuser und das Haus', ['haus', 'haus']],
    ['french', 'les continuations et la continuation', ['continu', 'continu']],
    ['russian', 'важные и важный', ['важн', 'важн']],
    ['spanish', 'las bases de datos', ['bas', 'dat']],
  ] as const)('knows %s', (language, text, expected) => {
    expect(lexemes(text, language)).toEqual(expected);
  });

  it('keeps a checksum whole and cuts what is longer at 64 characters', () => {
    const checksum = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';
    expect(lexemes(checksum)).toEqual([checksum]);
    expect(lexemes(`${checksum}00`)).toEqual([checksum]);
  });

  it('gives lexemes of letters, marks and digits only, in places that never fall, for any text and language', () => {
    const text = fc.string({ unit: 'binary', maxLength: 60 });
    fc.assert(
      fc.property(text, fc.constantFrom(...languages), (text, language) => {
        let last = 0;
        for (const { lexeme, position } of analyze(text, language)) {
          expect(lexeme).toMatch(/^[\p{L}\p{M}\p{N}]{1,64}$/u);
          expect(position === last || position === last + 1).toBe(true);
          last = position;
        }
      }),
    );
  });
});
