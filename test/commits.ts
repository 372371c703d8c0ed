import { execFileSync } from 'node:child_process';

/** Fails when the subject of a commit is not as CONTRIBUTING asks: `node test/commits.ts main..HEAD`. */
const SUBJECT =
  /^(?:build|chore|ci|docs|feat|fix|perf|refactor|revert|test)(?:\([a-z][a-z0-9-]*\))?!?: [^\s.].*[^\s.]$/u;
const LENGTH_MAX = 72;

const [range = 'main..HEAD'] = process.argv.slice(2);
const log = execFileSync('git', ['log', '--no-merges', '--format=%h %s', range], { encoding: 'utf8' });
for (const line of log.split('\n').filter((text) => text !== '')) {
  const subject = line.slice(line.indexOf(' ') + 1);
  const faults = [
    ...(subject.length > LENGTH_MAX ? [`has ${subject.length} characters, of at most ${LENGTH_MAX}`] : []),
    ...(SUBJECT.test(subject) ? [] : ['is not of the form "feat(search): rank by …", without a full stop']),
  ];
  if (faults.length === 0) continue;
  console.error(`${line}\n  ${faults.join(', and ')}`);
  process.exitCode = 1;
}
