import { withoutEnd } from '@memory/text/without-end';

// A value of one of these is used, or awaited, as a value of its argument.
const wrappers =
  /^(?:Promise|PromiseLike|Awaited|Awaitable|Readonly|Required|Partial|Omit|Pick|NonNullable|Optional|Option|Result|Box|Rc|Arc|RefCell|Mutex|Cow|RefMut|MutexGuard|RwLock|RwLockReadGuard|RwLockWriteGuard|OnceCell|OnceLock|LazyCell|LazyLock|Pin|ManuallyDrop|Annotated|Final|ClassVar|Type|type|Task|ValueTask|Lazy|CompletableFuture|Future|Nullable|unique_ptr|shared_ptr|weak_ptr|optional|reference_wrapper)$/;
// Types that hold values of their argument one after another.
const collections =
  /^(?:list|List|set|Set|frozenset|FrozenSet|AbstractSet|MutableSet|Sequence|MutableSequence|Iterable|Iterator|Generator|AsyncIterator|AsyncIterable|AsyncGenerator|deque|Deque|Array|ReadonlyArray|ReadonlySet|IterableIterator|IEnumerable|IList|ICollection|IReadOnlyList|IReadOnlyCollection|HashSet|vector|array|span|initializer_list|queue|stack|multiset|unordered_set)$/;
/** Maps of C++: what they hold is used, and the key that it is kept with seldom. */
const maps = /^(?:unordered_)?(?:multi)?map$|_hash_map$/;
/** An iterator of C++ is used as an element of its collection. */
const iterator = /^(.+)::(?:const_)?(?:reverse_)?iterator$/su;
const tuples = /^(?:tuple|Tuple|pair)$/;
const absent = /^(?:null|undefined|None|nil|void|error)$/;
const primitives =
  /^(?:string|number|boolean|bigint|symbol|true|false|str|int|float|bool|bytes|["'`][^"'`]*["'`]|-?\d+)$/;
const lengthMax = 400;
const unknown = /^(?:any|unknown|object|dynamic|var|auto|let|const|interface\{\}|mixed|_)$/;

/**
 * Name of the class a type annotation speaks of, dotted, without pointers, wrappers and type arguments.
 * @param unwraps whether a value that another one holds is used as that one
 * @returns null when the annotation says nothing, `[Class]` for a collection of it, `[Class,Other]` for a tuple, `[]` when it says something which is no single class of anybody's
 */
export function typeName(annotation: string, unwraps = true): string | null {
  const written = unwraps ? annotation : annotation.replace(holder, '$1');
  const known = namesOf.get(written);
  if (known !== undefined) return known;
  const name = namedType(written, true);
  if (namesOf.size >= 1_000) namesOf.clear();
  namesOf.set(written, name);
  return name;
}

/** Names that annotations speak of: most fields of a file have the type of others, and its name takes a dozen expressions. */
const namesOf = new Map<string, string | null>();

/** A class in one with type arguments without these: `Machine<State, Trigger>.Transition`. */
export const withoutOuterArguments = (type: string): string =>
  /^[A-Z]\w*<[\w\s,.?]*>\.[A-Z]/u.test(type) ? type.replace(/<[\w\s,.?]*>/u, '') : type;

/** A type of C# or Kotlin that holds a value: it is used by its own methods alone. */
const holder = /^(Either|Option|Optional|Result)<.*$/su;

/** Whether a type is that of a collection, or of no single class. */
export function isCollection(type: string): boolean {
  return type.startsWith('[');
}

/** Classes of what a list or tuple holds in its places, empty where it is no single class; of a list they are all the first. */
export function heldAt(collection: string, place: number): string {
  const held = collection.slice(1, -1).split(',');
  return (held.length === 1 ? held[0] : held[place]) ?? '';
}

/** Whether a type is that of a tuple, whose places differ. */
export function isTuple(type: string): boolean {
  return type.startsWith('[') && type.includes(',');
}

function tupleOf(text: string): string {
  const parts = splitTop(text, ',').map((part) => part.trim());
  if (parts.length === 2 && parts[1] === '...') return collectionOf(parts[0] ?? '');
  if (parts.length < 2) return '[]';
  const names = parts.map((part) => namedType(part.replace(/^\w+\??:\s*/u, ''), false) ?? '');
  return `[${names.map((name) => (isCollection(name) ? '' : name)).join(',')}]`;
}

/** Places of what Go returns; of results with names several may share one type: `(from, to *Node, err error)`. */
function resultsOf(results: readonly string[]): string {
  const isNamed = results.some((one) => /^\w+\s+\S/u.test(one));
  const types = results.map((one, at) => {
    const typed = isNamed ? results.slice(at).find((later) => /\s/u.test(later)) : one;
    const name = namedType(isNamed ? (typed ?? '').replace(/^\w+\s+/u, '') : (typed ?? ''), true) ?? '';
    return name === '[]' || isTuple(name) ? '' : name;
  });
  return `[${types.join(',')}]`;
}

function collectionOf(element: string): string {
  const name = namedType(element, false);
  return name === null || isCollection(name) ? '[]' : `[${name}]`;
}

function namedType(annotation: string, mayHold: boolean): string | null {
  // The type of a member, taken as a pattern takes it: `Options['store']`.
  const member = /\[["']([a-z]\w*)["']\]$/.exec(annotation)?.[1];
  if (member !== undefined) {
    const holder = namedType(annotation.slice(0, -member.length - 4), false);
    return holder === null || isCollection(holder) ? holder : `${holder}.=${member}`;
  }
  const gone = iterator.exec(annotation.slice(0, lengthMax).trim())?.[1];
  if (gone !== undefined) {
    const collection = namedType(gone, true) ?? '[]';
    return isCollection(collection) && !isTuple(collection) ? heldAt(collection, 0) || '[]' : '[]';
  }
  let text = withoutOuterArguments(
    annotation
      .trim()
      .replace(/^::?\s*/, '')
      .slice(0, lengthMax),
  );
  for (let depth = 0; depth < 6; depth++) {
    const unmarked = text
      .replace(/^["'](.*)["']$/, '$1')
      .replace(
        /^(?:[&*?]|\.\.\.|'\w+\s|(?:mut|const|struct|class|enum|readonly|impl|dyn|final|static)\s)+\s*/,
        '',
      );
    text = withoutEnd(unmarked, ' \t\r\n*&?')
      .trim()
      .replace(/\sconst$/, '');
    const named = splitTop(text, '|')
      .map((part) => part.trim())
      .filter((part) => !absent.test(part));
    // The object of a method is none of these, most times.
    const classes = named.length > 1 ? named.filter((part) => !primitives.test(part)) : named;
    if (classes.length !== 1) return named.length === 0 ? null : '[]';
    text = classes[0] ?? '';
    // The result of a function, and the type of a variable.
    const made = /^ReturnType<\s*typeof\s+([\w.$]+)\s*>$/.exec(text);
    if (made) return `${made[1] ?? ''}()`;
    text = text.replace(/^typeof\s+/, '');
    // An intersection is known by its first type.
    if (/\s&\s/u.test(text)) text = splitTop(text, '&')[0]?.trim() ?? '';
    // Slices, arrays and maps of Go hold what stands behind the brackets.
    const held = /^(?:\[\d*\]|map\[[^\]]*\])(?=[*\w])(.+)$/s.exec(text)?.[1];
    if (held !== undefined) return mayHold ? collectionOf(held) : '[]';
    // Go returns several values in parentheses.
    if (/^\(.*\)$/s.test(text)) {
      const results = splitTop(text.slice(1, -1), ',').map((one) => one.trim());
      if (mayHold && results.length > 1) return resultsOf(results);
      text = results[0]?.split(/\s+/).at(-1) ?? '';
    }
    if (/^\[\s*[^\]\s].*\]$/su.test(text)) return mayHold ? tupleOf(text.slice(1, -1)) : '[]';
    const generic = /^([\w.:$\\]+?)\.?\s*[<[](.*)[>\]]$/s.exec(text);
    // Of a long type with arguments the end is cut off.
    const cut = generic || depth > 0 || annotation.length <= lengthMax ? null : /^([\w.$]+)\s*</.exec(text);
    if (cut && !wrappers.test(cut[1] ?? '') && !collections.test(cut[1] ?? '')) return cut[1] ?? null;
    if (!generic) continue;
    const [, name = '', args = ''] = generic;
    if (args.trim() === '') return mayHold && text.endsWith('[]') ? collectionOf(name) : '[]';
    const last = name.split(/\.|::/u).at(-1) ?? name;
    if (tuples.test(last)) return mayHold ? tupleOf(args) : '[]';
    if (mayHold && maps.test(last)) return collectionOf(splitTop(args, ',')[1] ?? '');
    if (mayHold && collections.test(last)) return collectionOf(splitTop(args, ',')[0] ?? '');
    // A lifetime of Rust is no type.
    const argument = splitTop(args, ',').find((arg) => !/^\s*'/u.test(arg));
    text = wrappers.test(last) ? (argument ?? '') : name;
  }
  if (unknown.test(text)) return null;
  const dotted = text.replaceAll(/::|\\|->/g, '.').replace(/^\.+/, '');
  return dotted.length <= 160 && /^[$\w]+(?:\.[$\w]+)*$/.test(dotted) ? dotted : '[]';
}

/** Names of the types in the angle brackets that end an annotation, empty for what is no single class. */
export function typeArguments(annotation: string): string[] {
  const text = annotation.trim();
  const open = text.indexOf('<');
  if (open < 0 || !text.endsWith('>')) return [];
  return splitTop(text.slice(open + 1, -1), ',').map((part) => {
    const name = namedType(part.trim().replace(/^\?\s{0,9}(?:extends\s)?/u, ''), false);
    return name === null || isCollection(name) ? '' : name;
  });
}

/** Parts between separators that stand outside of all brackets. */
function splitTop(text: string, separator: string): string[] {
  if (!text.includes(separator)) return [text];
  const parts: string[] = [];
  let depth = 0;
  let start = 0;
  for (let at = 0; at < text.length; at++) {
    const character = text[at] ?? '';
    if ('<[({'.includes(character)) depth += 1;
    else if ('>])}'.includes(character)) depth -= 1;
    else if (character === separator && depth === 0) {
      parts.push(text.slice(start, at));
      start = at + 1;
    }
  }
  return [...parts, text.slice(start)];
}
