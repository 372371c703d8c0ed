import { under } from '../requirement.ts';

export const anchors = under({
  'docs/specification.md#code': {
    'anchors.named':
      'A memory is tied to the symbols that it names as code, or as words that its file confirms; to its files where it names none.',
    'anchors.hashes':
      'Hashes of a symbol stay while only comments, formatting and doc comments change, and tell its declaration from its body.',
    'anchors.verdicts':
      'Where a memory is shown it says whether its code is current, moved, changed or gone, and one clause of why.',
    'anchors.tree':
      'The stdio bridge says how memories stand to the working tree that the client works in, without an index of it; no source leaves the machine.',
    'anchors.hook':
      'What a hook tells at a prompt, a file or the start says how memories stand to the working tree, where that was touched since it was indexed.',
    'anchors.history':
      '`index` and the bridge tie memories to the code as it was at their commit or when they were written, so that what changed since then says so, however late it is indexed.',
    'check.change':
      '`check` names the memories whose symbols a change alters or takes away, decisions about their callers, conventions of its files and documents that name what is gone.',
    'check.renamed':
      '`check` names the memories and documents that name a symbol which goes by another name now.',
    'check.values':
      '`check` shows declarations and values before and after, the new name of a value that alone has gone where one alone has come, and the new ordinal of a member where members of Java, Kotlin and Scala changed places; of several that could be meant it names none.',
    'check.staged':
      '`check --staged` looks at what is staged and at nothing else, also before the first commit and in hooks of `git commit -a`.',
    'check.tool':
      '`code_impact` of the additional profile, over stdio, says what `check` says of the repository that the client works in, and of none outside of the folders that may be read.',
    'check.formats':
      '`check` tells it as text, JSON, SARIF or a comment, without a service, and exits with 1 as its policy says.',
    'check.unread':
      '`check` fails where what is remembered cannot be read, and says why; with `--optional`, as before a commit, it says so and fails nothing.',
    'why.code':
      '`why` names the memories behind a file, line or symbol with their commits, what still holds first, and says what became of their branches.',
  },
  'docs/specification.md#grounds': {
    'anchors.given':
      '`GET /api/v1/grounds/pending` lists what no tree was asked about, `POST /api/v1/grounds/anchors` ties it; what was settled or changed meanwhile is passed over.',
    'grounds.read':
      '`GET /api/v1/grounds/verdicts` says how named memories stand to their code, with the anchors; the console shows it in search, memory and inbox.',
    'grounds.list':
      '`GET /api/v1/grounds` lists memories whose code changed or is gone, the most recalled first, and those of which somebody said what becomes of them.',
    'grounds.nightly':
      'Each night the five most recalled memories of each author whose code changed come to a list, which their block, `state=asked`, the tool and the command show until they are settled or hold again.',
    'grounds.settle':
      'What is still true is tied to the code as it is now, counts as helpful and waits no more.',
    'grounds.updated': 'A new text is tied anew; taking it back gives the old text and its anchors back.',
    'grounds.obsolete':
      'What is obsolete is shown last and marked, stands in no block, counts as not helpful, and may name what holds instead.',
    'grounds.reopen': 'The last thing said of a memory is taken back by its id, with its vote.',
    'grounds.refusals':
      'Unknown memories, those whose code stands, texts beside another verdict, and texts that say the same are refused.',
    'grounds.tools':
      '`ground_list` and `ground_settle` of the additional profile do the same, `retract` included.',
    'grounds.command': '`workspace-memory outdated` lists, settles and reopens.',
  },
});
