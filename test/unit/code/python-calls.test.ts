import { describe, expect, it } from 'vitest';
import { called, resolved } from './called.ts';

describe('imports of Python', () => {
  const library = {
    'pkg/__init__.py': 'from .b import f\n',
    'pkg/b.py': 'def f(): pass\n',
    'pkg/sub/__init__.py': '',
  };
  it.each([
    ['from a package that hands it on', 'app.py', 'from pkg import f\nf()'],
    ['from a module', 'app.py', 'from pkg.b import f as g\ng()'],
    ['through a dotted module', 'app.py', 'import pkg.b\npkg.b.f()'],
    ['through a renamed module', 'app.py', 'import pkg.b as m\nm.f()'],
    ['through a star', 'app.py', 'from pkg.b import *\nf()'],
    ['relatively', 'pkg/c.py', 'from .b import f\nf()'],
    ['relatively from below', 'pkg/sub/c.py', 'from .. import b\nb.f()'],
  ])('finds a function %s', async (_, path, source) => {
    expect(await resolved('calls', { ...library, [path]: source })).toEqual([`${path} > pkg/b.py#f`]);
  });

  it('finds a package in the source folder', async () => {
    const sources = { 'src/pkg/b.py': 'def f(): pass', 'tests/t.py': 'from pkg.b import f\nf()' };
    expect(await resolved('calls', sources)).toEqual(['tests/t.py > src/pkg/b.py#f']);
  });
});

describe('tuples of Python', () => {
  it('knows what a function gives back in its places', async () => {
    const sources = {
      'a.py': `from b import both, many
def f():
    first, second = both()
    first.close()
    second.close()
    one, two = many()
    two.get()
def g(queues):
    send, receive = queues[0]()
    send.get()
`,
      'b.py': `class Send:
    def close(self): ...
class Receive:
    def get(self): ...
def both() -> tuple[Send, int]: ...
def many() -> tuple[Receive, ...]: ...
`,
    };
    expect(await resolved('calls', sources)).toEqual([
      'a.py#f > b.py#both',
      'a.py#f > b.py#Send.close',
      'a.py#f > b.py#many',
      'a.py#f > b.py#Receive.get',
    ]);
  });
});

describe('classes of Python by their names', () => {
  it('makes an object of the class that a field of a class holds, inherited too', async () => {
    const sources = {
      'shapes.py': 'class Square:\n    def area(self):\n        pass\n',
      'base.py':
        'class Base:\n    kind: type\n\n    def check(self):\n        made = self.kind()\n        made.area()\n',
      'tests.py':
        'import shapes as sh\nfrom base import Base\n\nclass TestSquare(Base):\n    kind = sh.Square\n\n    def test_area(self):\n        made = self.kind()\n        assert made.area() == 1\n',
    };
    expect(await resolved('calls', sources)).toContain(
      'tests.py#TestSquare.test_area > shapes.py#Square.area',
    );
  });

  it('leaves another name of a class the class', async () => {
    const sources = {
      'a.py': 'class Ordered:\n    def add(self):\n        pass\n\nShort = Ordered\n',
      'b.py': 'from a import Short\n\ndef f():\n    one = Short()\n    one.add()\n',
    };
    expect(await resolved('calls', sources)).toEqual(['b.py#f > a.py#Ordered', 'b.py#f > a.py#Ordered.add']);
  });

  it.each(['te.Self', 'Self', 'typing.Self | None', '"te.Self | None"'])(
    'takes %s for the class around',
    async (returns) => {
      const sources = {
        'a.py': `class Tag:\n    @classmethod\n    def read(cls, text) -> ${returns}:\n        ...\n\n    def weak(self):\n        pass\n`,
        'b.py': 'import a\n\ndef f():\n    tag = a.Tag.read("x")\n    tag.weak()\n',
      };
      expect(await resolved('calls', sources)).toContain('b.py#f > a.py#Tag.weak');
    },
  );

  it('knows what is awaited and held by async with', async () => {
    const sources = {
      'a.py':
        'class Stream:\n    async def send(self, data):\n        pass\n\nasync def connect() -> Stream:\n    ...\n\nasync def f():\n    async with await connect() as stream:\n        await stream.send(b"")\n',
    };
    expect(await resolved('calls', sources)).toContain('a.py#f > a.py#Stream.send');
  });

  it('prefers what a function imports to what its file imports by that name', async () => {
    const sources = {
      'plain.py': 'class Answer:\n    pass\n',
      'full.py': 'class Answer:\n    pass\n',
      'a.py':
        'from plain import Answer\nfrom full import Answer as Full\n\ndef f():\n    from full import Answer\n    return Answer()\n\ndef g():\n    return Answer()\n',
    };
    expect(await resolved('calls', sources)).toEqual(['a.py#f > full.py#Answer', 'a.py#g > plain.py#Answer']);
  });
});

it.each<[string, Record<string, string>, string[]]>([
  [
    'an object of Python that is called, another name of a class, and what a list holds',
    {
      'kinds.py':
        'class Client:\n    def get(self): ...\nclass Factory:\n    def __call__(self) -> Client: ...\nOther = Client\n',
      'a.py':
        'from kinds import Client, Factory, Other\nclass Shop:\n    clients: list[Client]\n    def all(self):\n        for client in self.clients:\n            client.get()\ndef f(factory: Factory):\n    client = factory()\n    client.get()\ndef g(kind: type[Client]):\n    made = kind()\n    made.get()\ndef h():\n    Other().get()\ndef i(clients: list[Client]):\n    return [one.get() for one in clients]\n',
    },
    [
      'a.py#Shop.all > kinds.py#Client.get',
      'a.py#f > kinds.py#Client.get',
      'a.py#g > kinds.py#Client.get',
      'a.py#h > kinds.py#Client',
      'a.py#h > kinds.py#Client.get',
      'a.py#i > kinds.py#Client.get',
    ],
  ],
  [
    'a property of Python as receiver, with the type it declares or makes',
    {
      'a.py':
        'class A:\n    def run(self): pass\nclass B:\n    @property\n    def x(self) -> A: ...\n    @property\n    def y(self): return A()\n    def go(self):\n        self.x.run()\ndef f(b: B):\n    b.y.run()',
    },
    ['a.py#B.go > a.py#A.run', 'a.py#B.y > a.py#A', 'a.py#f > a.py#A.run'],
  ],
  [
    'a method of a variable of another file, and of what a function without an annotation returns',
    {
      'app.py': 'class App:\n    def route(self): pass\ndef make():\n    return App()\napp = make()',
      'views.py': 'from app import app, make\ndef view():\n    app.route()\n    make().route()',
    },
    [
      'app.py > app.py#make',
      'app.py#make > app.py#App',
      'views.py#view > app.py#App.route',
      'views.py#view > app.py#make',
    ],
  ],
])('Python: %s', async (_, sources, expected) => {
  expect(await called(sources)).toEqual(expected);
});
