import {
  type AnchorSymbol,
  chooseAnchors,
  judgeAnchor,
  knownSymbols,
  mentionsIn,
  symbolToJudge,
} from '@memory/code-graph/anchors';
import { parseFile } from '@memory/code-graph';
import { describe, expect, it } from 'vitest';
import { verifies } from '../../support/verifies.ts';

/** Symbols beside functions, classes and modules, as `kind name = value`. */
async function values(path: string, source: string): Promise<string[]> {
  const file = await parseFile(path, source);
  return (file?.symbols ?? [])
    .filter(({ kind }) => !['function', 'class', 'module'].includes(kind))
    .map(
      ({ kind, qualifiedName, value }) =>
        `${kind} ${qualifiedName}${value === undefined ? '' : ` = ${value}`}`,
    );
}

const SOURCES: Record<string, [source: string, expected: string[]]> = {
  'a.ts': [
    `export const MAX_RETRIES: number = 5; // five
const config = { retries: 3, nested: { deep: 1 }, run() {} } as const;
export default defineConfig({ port: 8080 });
enum Color { Red = 1, Green }
class Pool { static MAX = 10; size = 4; private bare: string; }
app.get('/users/:id', async () => { const local = 5; });
function f() { const inner = 3; router.post('/orders', handler); axios.get('/remote'); }
describe('x', () => { const t = 5; });`,
    [
      'constant MAX_RETRIES = 5',
      'constant config = { retries: 3, nested: { deep: 1 }, run() {} } as const',
      'key config.retries = 3',
      'key config.nested = { deep: 1 }',
      'key port = 8080',
      'constant Color.Red = 1',
      'constant Color.Green = 2',
      'constant Pool.MAX = 10',
      'property Pool.size = 4',
      'route GET /users/:id',
      'route POST /orders',
    ],
  ],
  'a.py': [
    'MAX_WAIT = 540  # s\nCONFIG = {"retries": 3}\nclass Color(Enum):\n    RED = 1\nclass Model:\n    name: str = "x"\n@app.get("/items/{id}")\ndef items():\n    local = 4\n',
    [
      'constant MAX_WAIT = 540',
      'constant CONFIG = {"retries": 3}',
      'key CONFIG.retries = 3',
      'constant Color.RED = 1',
      'property Model.name = "x"',
      'route GET /items/{id}',
    ],
  ],
  'a.go': [
    'package a\nconst MaxWait = 540 * time.Second\nconst (\n\tOne = iota\n\tTwo\n)\nvar Default = 5\ntype Config struct {\n\tBotToken *string `env:"T"`\n\tURL, from string\n}\nfunc f() { const x = 3; mux.HandleFunc("/users", users); mux.HandleFunc("PUT /users/{id}", put) }\n',
    [
      'constant MaxWait = 540 * time.Second',
      'constant One = 0',
      'constant Two = 1',
      'constant Default = 5',
      'property Config.BotToken',
      'property Config.URL',
      'property Config.from',
      'route ANY /users',
      'route PUT /users/{id}',
    ],
  ],
  'A.java': [
    'class A { static final int MAX = 5; private int size = 3; enum E { ONE, TWO(2); }\n @GetMapping("/x") void f() { int y = 3; } }\ninterface I { int K = 4; }',
    [
      'constant A.MAX = 5',
      'property A.size = 3',
      'constant A.E.ONE',
      'constant A.E.TWO = (2)',
      'route GET /x',
      'constant I.K = 4',
    ],
  ],
  'a.rs': [
    'pub const MAX: u32 = 5;\nstatic NAME: &str = "x";\nenum E { A = 1, B }\nfn f() { const L: u8 = 1; app.route("/users", get(users)); }\n',
    ['constant MAX = 5', 'constant NAME = "x"', 'constant E.A = 1', 'constant E.B = 2', 'route ANY /users'],
  ],
  'a.cs': [
    'namespace N; class A { const int Max = 5; public string Name { get; set; } enum E { One = 1, Two }\n [HttpGet("users")] void F() { int l = 3; } }',
    [
      'constant A.Max = 5',
      'property A.Name',
      'constant A.E.One = 1',
      'constant A.E.Two = 2',
      'route GET /users',
    ],
  ],
  'a.rb': [
    "MAX = 5\nclass A\n  LIMIT = 10\n  attr_accessor :name, :age\n  def f; end\nend\nget '/users', to: 'users#index'\n",
    ['constant MAX = 5', 'constant A.LIMIT = 10', 'property A.name', 'property A.age', 'route GET /users'],
  ],
  'a.php': [
    "<?php\nconst MAX = 5;\nclass A { const LIMIT = 10; public $size = 3; }\nenum S: string { case Open = 'o'; }\nRoute::get('/users', [C::class, 'x']);\n",
    [
      'constant MAX = 5',
      'constant A.LIMIT = 10',
      'property A.size = 3',
      "constant S.Open = 'o'",
      'route GET /users',
    ],
  ],
  'a.c': [
    '#define MAX_LEN 540\n#define FLAG\nenum e { ONE = 1, TWO };\ntypedef unsigned int u32;\nstatic const int limit = 5;\nint main() { int local = 3; }\n',
    ['constant MAX_LEN = 540', 'constant e.ONE = 1', 'constant e.TWO = 2', 'type u32', 'constant limit = 5'],
  ],
  'a.cpp': [
    'namespace n { constexpr int kMax = 5; using Id = int; class A { int size = 3; enum class E { A, B = 2 }; }; }\n',
    [
      'constant n.kMax = 5',
      'type n.Id',
      'property n.A.size = 3',
      'constant n.A.E.A = 0',
      'constant n.A.E.B = 2',
    ],
  ],
  'a.kt': [
    'const val MAX = 5\nclass P { companion object { const val K = 1 }\n val size = 3\n fun f() { val l = 2 } }\nenum class E { ONE, TWO(2) }\n',
    ['constant MAX = 5', 'constant P.K = 1', 'property P.size = 3', 'constant E.ONE', 'constant E.TWO = (2)'],
  ],
  'a.scala': ['object A { val Max = 5; def f() = { val l = 3 } }\n', ['property A.Max = 5']],
  'a.sh': ['MAX=5\nreadonly LIMIT="10"\nf() { local x=3; }\n', ['constant MAX = 5', 'constant LIMIT = "10"']],
  'a.swift': [
    'let maxWait = 540\nclass P { static let k = 1; func f() { let l = 3 } }\nenum E: Int { case one = 1, two }\n',
    ['constant maxWait = 540', 'property P.k = 1', 'constant E.one = 1', 'constant E.two = 2'],
  ],
  'c.json': [
    '{ "name": "x", "a": { "strict": true, "paths": {"deep": {"x": 1}} } }',
    ['key name = "x"', 'key a.strict = true', 'key a.paths.deep'],
  ],
  'c.yml': [
    'services:\n  web:\n    image: nginx:1.2 # pinned\n    ports: [80]\n---\nkind: X\n',
    ['key services.web.image = nginx:1.2', 'key services.web.ports = [80]', 'key kind = X'],
  ],
  'c.toml': [
    'title = "x # y"\n[tool.ruff]\nline-length = 100\nselect = [ # these\n  "E",\n]\n',
    ['key title = "x # y"', 'key tool.ruff.line-length = 100', 'key tool.ruff.select = [ "E", ]'],
  ],
  '.env': ['export PORT=8080\nNAME="x # y" # comment\n', ['key PORT = 8080', 'key NAME = "x # y"']],
  'c.sql': [
    '-- users\ncreate table if not exists users (\n  id uuid primary key,\n  email varchar(255) not null, -- mail\n  constraint x unique (email)\n);\nalter table users add column age int default 3;\n',
    [
      'type users',
      'key users.id = uuid primary key',
      'key users.email = varchar(255) not null',
      'key users.age = int default 3',
    ],
  ],
  Dockerfile: [
    'FROM node:20 AS build\nENV PORT=80 MODE="x"\nCMD ["a", \\\n "b"]\n',
    ['key build = node:20 AS build', 'key PORT = 80', 'key MODE = "x"', 'key CMD = ["a", "b"]'],
  ],
  'c.proto': [
    'syntax = "proto3";\nmessage User {\n  string name = 1;\n  repeated int32 ids = 2;\n}\n',
    ['type User', 'key User.name = string name = 1', 'key User.ids = repeated int32 ids = 2'],
  ],
  'c.graphql': [
    'type User {\n  id: ID!\n  posts(first: Int = 5): [Post]\n}\n',
    ['type User', 'key User.id = ID!', 'key User.posts = (first: Int = 5): [Post]'],
  ],
};

describe('what decisions are about beside functions and classes', () => {
  verifies('code.values.read', async () => {
    for (const [path, [source, expected]] of Object.entries(SOURCES))
      expect(await values(path, source), path).toEqual(expected);
  });

  it('counts a line that ends as on Windows once', async () => {
    const { symbols } = (await parseFile('a.sql', 'create table a (\r\n  id int\r\n);\r\n')) ?? {};
    expect(symbols?.map(({ name, startLine, endLine }) => [name, startLine, endLine])).toEqual([
      ['a', 1, 3],
      ['a', 1, 3],
      ['id', 2, 2],
    ]);
  });

  it('names a route by the path that callers use, with that of its class', async () => {
    const routesOf = async (path: string, source: string) =>
      (await values(path, source)).filter((value) => value.startsWith('route'));
    expect(
      await routesOf(
        'a.cs',
        '[Route("api/[controller]")] class UsersController { [HttpPost("login")] void L() { }\n [HttpGet("/health")] void H() { } [HttpPut] void P() { } } class Bare { [HttpGet] void G() { } }',
      ),
    ).toEqual([
      'route ANY /api/Users',
      'route POST /api/Users/login',
      'route GET /health',
      'route PUT /api/Users',
    ]);
    expect(
      await routesOf(
        'A.java',
        '@RequestMapping("/api/users") class A { @GetMapping("/{id}") void f() { }\n@PostMapping("/") void g() { }\n@GetMapping void all() { } }',
      ),
    ).toEqual([
      'route ANY /api/users',
      'route GET /api/users/{id}',
      'route POST /api/users',
      'route GET /api/users',
    ]);
    expect(
      await routesOf(
        'a.ts',
        "@Controller('cats')\nexport class Cats { @Get(':id') one() {} @Delete() none() {} }\nclass Dogs { @Post('dogs') add() {} }",
      ),
    ).toEqual(['route ANY /cats', 'route GET /cats/:id', 'route DELETE /cats', 'route POST /dogs']);
    expect(
      await routesOf(
        'A.kt',
        '@RequestMapping("/users")\nclass A { @GetMapping fun all() = 1\n @PostMapping("/n") fun n() = 1 }\nclass B { @GetMapping fun x() = 1 }',
      ),
    ).toEqual(['route ANY /users', 'route GET /users', 'route POST /users/n']);
  });

  it('ties a text to the route whose path it says as callers do', async () => {
    const ROUTER = `router = APIRouter()
@router.get("/")
def read_users(): pass
@router.get("/{user_id}")
def read_user(): pass
@router.patch("/me/password")
def change_password(): pass
`;
    const symbols = await anchorSymbols('app/users.py', ROUTER);
    const tied = (text: string, files: string[] = []) =>
      chooseAnchors({ mentions: mentionsIn(text), files, edited: [] }, symbols).map(({ name }) => name);
    const files = ['app/users.py'];
    expect(tied('PATCH /api/v1/users/me/password asks for the old one.', files)).toEqual([
      'PATCH /me/password',
    ]);
    expect(tied('GET /users/{id} is for administrators.', files)).toEqual(['GET /{user_id}']);
    expect(tied('GET /users/ answers in pages.', files)).toEqual(['GET /']);
    expect(tied('DELETE /users/me/password is not there.', files)).toEqual(['']);
    // Without a file any router may be meant.
    expect(tied('PATCH /api/v1/users/me/password asks for the old one.')).toEqual([]);
    const any = await anchorSymbols('a.go', 'package a\nfunc f() { mux.HandleFunc("/users", users) }\n');
    expect(
      chooseAnchors({ mentions: mentionsIn('GET /users is public.'), files: [], edited: [] }, any)[0]?.name,
    ).toBe('ANY /users');
  });

  it('ties a text that names a file to what has the value that it says', async () => {
    const COMPOSE =
      'services:\n  db:\n    image: postgres:12\n  app:\n    image: shop/app:1.4.2\n    replicas: 3\n';
    const DOCKERFILE = 'FROM acme/base:python3.10 AS build\nENV A=1\n';
    const tied = async (path: string, source: string, text: string) =>
      chooseAnchors(
        { mentions: mentionsIn(text), files: [path], edited: [] },
        await anchorSymbols(path, source),
      ).map(({ name }) => name);
    expect(await tied('compose.yaml', COMPOSE, 'We stay on postgres:12.')).toEqual(['services.db.image']);
    expect(await tied('compose.yaml', COMPOSE, 'There are 3 replicas of the shop.')).toEqual([
      'services.app.replicas',
    ]);
    expect(await tied('compose.yaml', COMPOSE, 'We stay on postgres:13, with 4 replicas.')).toEqual(['']);
    expect(await tied('Dockerfile', DOCKERFILE, 'We build with python3.10, as wheels are there.')).toEqual([
      'build',
    ]);
    expect(
      await tied(
        'a.py',
        'class A:\n    timeout = 30\n    retries = 3\n',
        'The timeout is 30, whatever it asks.',
      ),
    ).toEqual(['A.timeout']);
    const twice = `${COMPOSE}  copy:\n    image: postgres:12\n`;
    expect(await tied('compose.yaml', twice, 'We stay on postgres:12.')).toEqual(['']);
  });

  verifies('code.values.bounded', async () => {
    const many = Array.from({ length: 2_000 }, (_, at) => `export const C${at} = ${at};`).join('\n');
    expect((await values('a.ts', many)).length).toBeLessThanOrEqual(200);
    const table = `export const TABLE = { ${Array.from({ length: 80 }, (_, at) => `k${at}: ${at}`).join(', ')} };`;
    expect(await values('a.ts', table)).toEqual(['constant TABLE']);
    const fields = Array.from({ length: 250 }, (_, at) => `\tF${at} int`).join('\n');
    const go = `package a\n\ntype A struct {\n${fields}\n}\n\nconst Limit = 5\n`;
    expect(await values('a.go', go)).toContain('constant Limit = 5');
    const lock = JSON.stringify({ name: 'x', packages: {} });
    expect(await parseFile('package-lock.json', lock)).toBeUndefined();
    expect(await values('test/a.ts', 'const config = { a: 1 };\nexport const LIMIT = 5;')).toEqual([
      'constant LIMIT = 5',
    ]);
    const locale = JSON.stringify(
      Object.fromEntries(Array.from({ length: 900 }, (_, at) => [`k${at}`, 'x'])),
    );
    expect(await parseFile('de.json', locale)).toBeUndefined();
  });

  it.each([
    ['a.ts', '1024', '1_024'],
    ['a.ts', '5', '0x5'],
    ['a.ts', "'a b'", '"a b"'],
    ['a.ts', '1e3', '1000'],
    ['a.ts', '5.0', '5'],
    ['a.ts', '540', '9 * 60'],
    ['a.ts', '60 * 60 * 24', '86_400'],
    ['a.ts', '60*60*24', '86_400'],
    ['a.ts', '-0b101', '-5'],
    ['a.py', '1024', '1_024'],
    ['a.py', "'a'", '"a"'],
    ['a.py', '540', '9 * 60'],
    ['a.rs', '1024u32', '1_024u32'],
    ['a.yaml', "'a'", '"a"'],
    ['a.py', '60 * 24 * DAYS', '60*24*DAYS'],
    ['a.ts', '[1,2]', '[ 1, 2 ]'],
    ['a.go', 'max(1,2)', 'max(1, 2)'],
  ])('takes a value that is only written in another way for the same (%s: %s → %s)', async (...change) => {
    expect(await judged(...change)).toEqual({ verdict: 'current', part: undefined });
  });

  it.each([
    ['a.ts', '1024', '1_025'],
    ['a.ts', '540', '9 * 61'],
    ['a.ts', '5', '5n'],
    ['a.ts', '5', '"5"'],
    ['a.ts', "'a'", '"b"'],
    ['a.ts', '9007199254740993', '9007199254740992'],
    ['a.py', '543', '543.0'],
    ['a.py', '2 * 3', '2 ** 3'],
    ['a.py', '"a b"', '"ab"'],
    ['a.py', '1000', '1e3'],
    ['a.go', "'a'", '"a"'],
    ['a.c', '10', '010'],
    ['.env', '8080', '8_080'],
  ])('tells another value as changed (%s: %s → %s)', async (...change) => {
    const [, before, after] = change;
    expect(await judged(...change)).toEqual({ verdict: 'changed', part: `${before} → ${after}` });
  });

  it('tells members of an enumeration that changed places', async () => {
    const sources: [string, string, string][] = [
      ['a.ts', 'enum Level { Low, High }', 'enum Level { High, Low }'],
      ['a.cs', 'enum Level { Low = 4, High, Top }', 'enum Level { Low = 4, Top, High }'],
      ['a.c', 'enum level { LOW, HIGH = 7, TOP };', 'enum level { LOW, TOP, HIGH = 7 };'],
      [
        'a.go',
        'package a\nconst (\n A = 1 << iota\n B\n C\n)',
        'package a\nconst (\n A = 1 << iota\n C\n B\n)',
      ],
      ['a.rs', '#[repr(u8)]\nenum R { A, B, C }', '#[repr(u8)]\nenum R { A, C, B }'],
      // Numbers that nobody asked for.
      ['a.rs', 'enum R { A, B }\nenum S { P(u8), Q = 2 }', 'enum R { B, A }\nenum S { Q = 2, P(u8) }'],
      [
        'a.swift',
        'enum E: Int { case a\n case b = 7\n case c }',
        'enum E: Int { case a\n case b = 7\n case d, e\n case c }',
      ],
      ['a.swift', 'enum E: String { case a\n case b }', 'enum E: String { case b\n case a }'],
      [
        'a.py',
        'class K(IntEnum):\n  A = auto()\n  B = auto()\nclass F(Flag):\n  C = auto()\n  D = auto()\n  E = auto()',
        'class K(IntEnum):\n  B = auto()\n  A = auto()\nclass F(Flag):\n  C = auto()\n  E = auto()',
      ],
      [
        'a.py',
        'class S(StrEnum):\n  A = auto()\n  B = auto()',
        'class S(StrEnum):\n  B = auto()\n  A = auto()',
      ],
    ];
    const told = await Promise.all(
      sources.map(async ([path, before, after]) => {
        const now = knownSymbols(await anchorSymbols(path, after));
        return (await anchorSymbols(path, before))
          .filter(({ kind }) => kind === 'constant')
          .map((symbol) => judgeAnchor(symbolToJudge(symbol), now).part);
      }),
    );
    expect(told).toEqual([
      ['0 → 1', '1 → 0'],
      [undefined, '5 → 6', '6 → 5'],
      [undefined, undefined, '8 → 1'],
      [undefined, '2 → 4', '4 → 2'],
      [undefined, '1 → 2', '2 → 1'],
      [undefined, undefined, undefined, undefined],
      [undefined, undefined, '8 → 10'],
      [undefined, undefined],
      ['1 → 2', '2 → 1', undefined, undefined, '4 → 2'],
      [undefined, undefined],
    ]);
  });

  it('counts no members of enumerations that have hundreds', async () => {
    const members = (count: number) => Array.from({ length: count }, (_, at) => `A${at},`).join('\n');
    const told = async (count: number) =>
      (await values('a.rs', `#[repr(u32)]\nenum E {\n${members(count)}\n}`))[1];
    expect([await told(200), await told(300)]).toEqual(['constant E.A1 = 1', 'constant E.A1']);
  });

  it('takes a number that was kept as it is written for what it is now', async () => {
    const [symbol] = (await anchorSymbols('a.go', 'package a\nconst (\n A = iota\n)')).filter(
      ({ kind }) => kind === 'constant',
    );
    if (!symbol) throw new Error('a.go has no constant');
    const kept = { ...symbolToJudge(symbol), value: 'iota' };
    expect(judgeAnchor(kept, knownSymbols([symbol])).verdict).toBe('current');
  });
});

const DECLARED: Record<string, (value: string) => string> = {
  'a.ts': (value) => `export const LIMIT = ${value};`,
  'a.py': (value) => `LIMIT = ${value}`,
  'a.rs': (value) => `pub const LIMIT: u32 = ${value};`,
  'a.go': (value) => `package a\nconst LIMIT = ${value}`,
  'a.c': (value) => `const int LIMIT = ${value};`,
  'a.yaml': (value) => `LIMIT: ${value}`,
  '.env': (value) => `LIMIT=${value}`,
};

async function judged(path: string, before: string, after: string) {
  const read = (value: string) => anchorSymbols(path, DECLARED[path]?.(value) ?? '');
  const [symbol] = (await read(before)).filter(({ name }) => name === 'LIMIT');
  if (!symbol) throw new Error(`${path} has no LIMIT`);
  const { verdict, part } = judgeAnchor(symbolToJudge(symbol), knownSymbols(await read(after)));
  return { verdict, part };
}

async function anchorSymbols(path: string, source: string): Promise<AnchorSymbol[]> {
  return ((await parseFile(path, source))?.symbols ?? []).map((symbol) => ({
    ...symbol,
    repository: 'r',
    path,
    signatureHash: symbol.signatureHash ?? null,
    bodyHash: symbol.bodyHash ?? null,
    size: symbol.size ?? null,
    value: symbol.value ?? null,
  }));
}
