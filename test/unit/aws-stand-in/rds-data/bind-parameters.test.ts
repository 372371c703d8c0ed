import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bindParameters } from '../../../aws-stand-in/rds-data/bind-parameters.ts';
import { tokeniseSql } from '../../../aws-stand-in/rds-data/sql-tokens.ts';

const one = [{ name: 'a', value: { stringValue: 'x' } }];

describe('bindParameters', () => {
  it.each([
    ['select :a', 'select $1::text'],
    ['select :a::uuid', 'select $1::text::uuid'],
    ['select cast(:a as text[]), :a', 'select cast($1::text as text[]), $1::text'],
    ['select /* :b /* :c */ :d */ :a;', 'select /* :b /* :c */ :d */ $1::text;'],
    [`select ':b', "it:b", :a`, `select ':b', "it:b", $1::text`],
    [`select E'\\':b', 'it''s :b', :a`, `select E'\\':b', 'it''s :b', $1::text`],
    ['select $$ :b $$, $q$ :b $$ ; $q$, :a', 'select $$ :b $$, $q$ :b $$ ; $q$, $1::text'],
    ['select x$y$ + :a, z$y$', 'select x$y$ + $1::text, z$y$'],
    [`select 1 ; /* the end */`, `select 1 ; /* the end */`],
  ])('turns %s into %s', (sql, text) => {
    expect(bindParameters(sql, one).text).toBe(text);
  });

  it.each([
    'select uuidv7()',
    'select array_sort(:a)',
    'create table t (a int, b int generated always as (a + 1) virtual)',
    'update t set a = 1 returning old.a',
    'create table t (a int, b daterange, primary key (a, b without overlaps))',
  ])('refuses what PostgreSQL 17 does not know: %s', (sql) => {
    expect(() => bindParameters(sql, one)).toThrow(/SQLState: 42/u);
  });

  it.each([`select 'uuidv7()' as text`, 'select gamma from t', 'update t set a = 1 returning newest'])(
    'takes %s',
    (sql) => {
      expect(bindParameters(sql, []).text).toBe(sql);
    },
  );

  it('refuses a statement of more than 65,536 characters', () => {
    expect(() => bindParameters(`select '${'x'.repeat(65_536)}'`, [])).toThrow(/65536/u);
  });

  it.each(['select :a -- :b', 'select 1 ; -- the end'])('refuses the comment of %s', (sql) => {
    expect(() => bindParameters(sql, one)).toThrow('A comment may be misread for parameters');
  });

  it('binds a name once, in the order of first use', () => {
    const parameters = [
      { name: '1', value: { longValue: 7 } },
      { name: '2', value: { isNull: true } },
      { name: 'unused', value: { booleanValue: true } },
    ];
    expect(bindParameters('select :2, :1, :2', parameters)).toEqual({
      text: 'select $1, $2::bigint, $1',
      values: [null, '7'],
    });
  });

  it('loses nothing of any text', () => {
    const pieces = fc.constantFrom(
      `'`,
      '"',
      '$$',
      '$q$',
      '--',
      '/*',
      '*/',
      ':a',
      '::',
      ';',
      '\n',
      ' ',
      'e',
      'x1',
      '\\',
      '?',
    );
    fc.assert(
      fc.property(fc.array(fc.oneof(pieces, fc.string())), (parts) => {
        const sql = parts.join('');
        expect(
          tokeniseSql(sql)
            .map(({ text }) => text)
            .join(''),
        ).toBe(sql);
      }),
    );
  });
});
