import { parseQuery } from '@memory/text';
import { describe, expect, it } from 'vitest';

describe('parseQuery', () => {
  it('counts the words of a query and requires nothing of a plain one', () => {
    expect(parseQuery('boundary layer of boundaries', 'english')).toEqual({
      words: [
        { lexeme: 'boundari', n: 2 },
        { lexeme: 'layer', n: 1 },
      ],
      text: 'boundary layer of boundaries',
      alternatives: [],
      lifting: [],
      required: null,
    });
  });

  const phrases = ["('boundari' <-> 'layer')", "('rate' <-> 'limit')"];

  it.each([
    ['מה מגבלת הקצב של הממשק', ['מגבלת', 'הקצב', 'קצב', 'הממשק']],
    ['ما هو حد المعدل', ['حد', 'المعدل', 'معدل']],
    ['نرخ رابط چقدر است', ['نرخ', 'رابط']],
  ])('leaves out the words of %s that only ask', (query, expected) => {
    const words = parseQuery(query, 'english').words.map(({ lexeme }) => lexeme);
    expect(words).toEqual(expect.arrayContaining(expected));
    expect(words).not.toEqual(expect.arrayContaining([expect.stringMatching(/^(?:מה|של|ما|هو|چقدر|است)$/u)]));
  });

  it.each([
    ['was ist mit dem Kompressor und wer ist es, der das so will', ['kompressor'], /Kompressor/u],
    ['qu’est-ce que c’est que ce compresseur, et pour qui est-il', ['compresseur'], /compresseur/u],
    ['bu kompresör ne için böyle', ['kompresor'], /kompresör/u],
    ['co to jest ta sprężarka i dla kogo jest', ['sprezarka'], /sprężarka/u],
    ['מה זה המדחס ולמה זה כך', ['המדחס', 'דחס'], /המדחס/u],
    ['ما هو هذا الضاغط ولماذا هو هكذا', ['الضاغط', 'ضاغط'], /الضاغط/u],
  ])('keeps of %s the one word that matters', (query, expected, matters) => {
    const { words, text } = parseQuery(query, 'english');
    expect(words.map(({ lexeme }) => lexeme)).toEqual(expected);
    expect(text).toMatch(matters);
    expect(text).not.toMatch(/\b(?:wer|ist|est)\b/u);
  });

  it('lets quoted phrases lift, whose words also count, in straight and in curly quotes', () => {
    const query = parseQuery('fix "boundary of the layer" “rate limit”', 'english');
    expect(query).toMatchObject({ lifting: phrases, required: null });
    expect(query.words.map(({ lexeme }) => lexeme)).toEqual(['fix', 'boundari', 'layer', 'rate', 'limit']);
  });

  it('requires phrases where the whole query is phrases, or when asked to', () => {
    const required = phrases.join(' & ');
    expect(parseQuery('"boundary of the layer" “rate limit”', 'english')).toMatchObject({
      lifting: [],
      required,
    });
    expect(parseQuery('"boundary layer" -cone', 'english').required).toBe(
      "!'cone' & ('boundari' <-> 'layer')",
    );
    const mixed = 'fix "boundary of the layer" “rate limit”';
    expect(parseQuery(mixed, 'english', { exact: true })).toMatchObject({ lifting: [], required });
  });

  it('lets at most eight phrases lift, each once', () => {
    const quoted = Array.from({ length: 20 }, (_, i) => `"word${i % 12}x"`).join(' and ');
    expect(parseQuery(quoted, 'english').lifting).toHaveLength(8);
  });

  it('excludes nothing in a query of several lines or of more than twelve words', () => {
    const twelve = 'one two three four five six seven eight nine ten eleven -twelve';
    expect(parseQuery(twelve, 'english').required).toBe("!'twelv'");
    for (const pasted of [`zero ${twelve}`, 'cache\n-redis', '- cache\r\n-redis']) {
      const { required, words } = parseQuery(pasted, 'english');
      expect(required, pasted).toBeNull();
      expect(words.map(({ lexeme }) => lexeme).some((lexeme) => ['twelv', 'redi'].includes(lexeme))).toBe(
        true,
      );
    }
  });

  it('excludes words and phrases, which do not count', () => {
    const query = parseQuery('cache -redis -"user service" -getUser', 'english');
    expect(query.required).toBe("!'redi' & !('user' <-> 'servic') & !('get' <-> 'user')");
    expect(query.words).toEqual([{ lexeme: 'cach', n: 1 }]);
    expect(query.text.trim()).toBe('cache');
  });

  it('takes dashes between other words for dashes, unless one alone', () => {
    expect(parseQuery('cache -redis for -users at night', 'english').required).toBeNull();
    expect(parseQuery('cache -redis for users', 'english').required).toBe("!'redi'");
  });

  it.each([
    [
      'JavaScript',
      [
        '    at run ("main.js":12:7)',
        '    at -anonymous- (lib/pay-webhooks.js:883:5)',
        '    at new Pool (native)',
      ],
    ],
    [
      'Python',
      [
        'Traceback (most recent call last):',
        '  File "/srv/pay_webhooks.py", line 88, in handle',
        '    book(event)',
      ],
    ],
    ['Java', ['\tat com.shop.pay.Webhooks.handle(PayWebhooks.java:12)']],
    ['PHP', ['#0 /srv/pay-webhooks.php(12): handle(Object)']],
    ['Ruby', ["\tfrom /srv/pay_webhooks.rb:12:in `handle'"]],
  ])('leaves the lines of a stack trace of %s out, but for the names of files', (_, frames) => {
    const { text, words } = parseQuery(['why do cabins double', ...frames].join('\n'), 'english');
    expect(text).toBe('why do cabins double');
    const lexemes = words.map(({ lexeme }) => lexeme);
    expect(lexemes.slice(0, 2)).toEqual(['cabin', 'doubl']);
    expect(lexemes).toContain('webhook');
    expect(words.slice(2).every(({ n }) => n < 1)).toBe(true);
    expect(lexemes).not.toContain('12');
    // Alone, or with what failed, the trace is the question.
    const alone = [...frames, 'shop.IntegrityError: duplicate key value in "cabins"'].join('\n');
    expect(parseQuery(alone, 'english')).toMatchObject({ text: alone });
  });

  it.each([
    'follow-up',
    'npm --force',
    'exit code -1',
    'a - b',
    'tail -',
    'x "',
    '"',
    '5" 6"',
    '""',
    '-""',
    '-the',
  ])('requires nothing for %s', (query) => {
    expect(parseQuery(query, 'english').required).toBeNull();
  });

  it('asks for a quoted identifier by its parts, so that it is found inside a longer one', () => {
    expect(parseQuery('"getUserById"', 'english').required).toBe("('get' <-> 'user' <-> 'id')");
  });

  it('asks for a lone character of a script without spaces as the beginning of a pair', () => {
    expect(parseQuery('"茶"', 'english').required).toBe("'茶':*");
  });

  it('keeps the first 200 words of an endless query, and exclusions only whole', () => {
    const endless = Array.from({ length: 2000 }, (_, i) => `word${i}x`).join(' ');
    expect(parseQuery(endless, 'english').words).toHaveLength(200);
    expect(parseQuery(`"${endless}"`, 'english').required?.split('<->')).toHaveLength(200);
    const identifier = endless.replaceAll(' ', '_');
    expect(parseQuery(`-${identifier}`, 'english')).toMatchObject({ words: [], required: null });
  });
});

describe('questions in another language than the memories', () => {
  const wordsOf = (query: string) => parseQuery(query, 'english').words.map(({ lexeme }) => lexeme);

  it('are looked for without the stop words of that language', () => {
    expect(wordsOf('Wie lange ist die Frist')).toEqual(['lang', 'frist']);
    expect(wordsOf('où sont les secrets, dans le coffre')).not.toContain('le');
    expect(wordsOf('¿dónde están los secretos de la empresa?')).not.toContain('los');
  });

  it('keep words that are stop words elsewhere', () => {
    expect(wordsOf('does the worker die when a man page is read')).toEqual(
      expect.arrayContaining(['die', 'man']),
    );
    expect(wordsOf('die')).toEqual(['die']);
    expect(wordsOf('war es')).toEqual(['war', 'es']);
  });
});
