/** Lines of a stack trace, as JavaScript and Java, Python, debuggers, PHP, Ruby and Go write them. */
const FRAMES = [
  /^at \S.*:\d+\)?$/,
  /^at \S.*\((?:native|<anonymous>|Native Method|Unknown Source)\)$/,
  /^File "[^"]+", line \d+/,
  /^Traceback \(most recent call last\):$/,
  /^#\d+ +(?:0x[\da-f]+ |\S+\(\d+\): )/,
  /^from \S+:\d+:in /,
  /^goroutine \d+ \[/,
];
/** Python shows the line of code below its place, and where in it. */
const PLACE_OF_PYTHON = /^File "/;
const CODE_BELOW = /^ {4,}\S|^[ ~^]+$/;
const LINE_MAX = 1_000;

/** Names that files of every project have. */
const ORDINARY = new Set(
  'main index app init __init__ loader utils util run runner server test base lib core module'.split(' '),
);

/** The failure, as the trace says it: `TypeError: …`. */
const namesFailure = (line: string): boolean =>
  /(?:Error|Exception|Warning|Fault|panic)$/i.test(line.trim().split(/[\s:]/, 1)[0] ?? '');

/** Fewer words beside a stack trace and its failure do not say what is asked: then the trace is the question. */
const PROSE_MIN = 3;

/**
 * A query without the lines of its stack trace, and the names of the files in them: numbers of lines and names of what
 * called say little of what is asked, and would outnumber it.
 */
export function withoutFrames(query: string): { text: string; files: string[] } {
  const [prose, frames]: [string[], string[]] = [[], []];
  let isCode = false;
  for (const line of query.split(/\r?\n/)) {
    const bare = line.slice(0, LINE_MAX).trim();
    const isFrame = line.length <= LINE_MAX && FRAMES.some((frame) => frame.test(bare));
    isCode = isFrame ? PLACE_OF_PYTHON.test(bare) : isCode && CODE_BELOW.test(line.slice(0, LINE_MAX));
    if (isFrame) frames.push(bare);
    else if (!isCode) prose.push(line);
  }
  const text = prose.join('\n');
  const says = prose.filter((line) => !namesFailure(line.slice(0, LINE_MAX))).join(' ');
  const isAsked = says.trim().split(/\s+/).length >= PROSE_MIN;
  return frames.length === 0 || !isAsked ? { text: query, files: [] } : { text, files: filesIn(frames) };
}

/** Names of files, without their folders and endings. */
function filesIn(frames: readonly string[]): string[] {
  const names = frames
    .flatMap((frame) => frame.split(/[^\w.-]+/))
    .flatMap((part) => {
      const [name = '', ending = '', ...others] = part.split('.');
      return others.length === 0 && name.length > 2 && /^[a-z]{1,5}$/i.test(ending) ? [name] : [];
    });
  return [...new Set(names)].filter((name) => !ORDINARY.has(name.toLowerCase()));
}
