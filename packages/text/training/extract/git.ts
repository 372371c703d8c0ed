import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** Files whose contents are read at once. */
const TOGETHER = 2_000;
const OUTPUT_MAX = 2 ** 30;

export interface BlobRef {
  path: string;
  id: string;
}

/** A clone, of which only git's own files are read. */
export class Clone {
  readonly #gitDir: string;
  readonly #commit: string;

  /** @param commit that is read */
  constructor(folder: string, commit: string) {
    const found = [folder, join(folder, '.git'), join(folder, 'repo'), join(folder, 'repo/.git')];
    const gitDir = found.find((each) => existsSync(join(each, 'HEAD')));
    if (!gitDir) throw new Error(`No clone lies in ${folder}.`);
    this.#gitDir = gitDir;
    this.#commit = commit;
  }

  list(pattern: RegExp, bytesMax = 400_000): BlobRef[] {
    return this.#git(['ls-tree', '-r', '-l', '-z', this.#commit])
      .split('\0')
      .flatMap((line) => {
        const [, mode = '', id = '', size = '', path = ''] =
          /^(\d+) blob ([0-9a-f]+) +(\S+)\t(.*)$/su.exec(line) ?? [];
        const bytes = Number(size);
        return mode !== '120000' && bytes > 0 && bytes <= bytesMax && pattern.test(path)
          ? [{ path, id }]
          : [];
      });
  }

  *read(blobs: readonly BlobRef[]): Generator<{ path: string; text: string }> {
    for (let start = 0; start < blobs.length; start += TOGETHER) {
      const some = blobs.slice(start, start + TOGETHER);
      const { stdout } = spawnSync('git', ['--git-dir', this.#gitDir, 'cat-file', '--batch'], {
        input: some.map(({ id }) => `${id}\n`).join(''),
        maxBuffer: OUTPUT_MAX,
      });
      let at = 0;
      for (const { path } of some) {
        const end = stdout.indexOf(10, at);
        const size = Number(/ blob (\d+)$/u.exec(stdout.toString('utf8', at, end))?.[1]);
        at = end + 1;
        // A clone may lack its largest files.
        if (Number.isNaN(size)) continue;
        yield { path, text: stdout.toString('utf8', at, at + size) };
        at += size + 1;
      }
    }
  }

  *files(pattern: RegExp, bytesMax?: number): Generator<{ path: string; text: string }> {
    yield* this.read(this.list(pattern, bytesMax));
  }

  /** Subjects and bodies, the newest first. */
  commits(): { subject: string; body: string }[] {
    return this.#git(['log', '--no-merges', '--format=%x01%s%x02%b', this.#commit])
      .split('\u0001')
      .slice(1)
      .map((entry) => {
        const [subject = '', body = ''] = entry.split('\u0002');
        return { subject, body };
      });
  }

  #git(parameters: readonly string[]): string {
    return execFileSync('git', ['--git-dir', this.#gitDir, ...parameters], {
      maxBuffer: OUTPUT_MAX,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
  }
}
