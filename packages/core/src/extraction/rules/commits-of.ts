import { roleOf } from './role-of.ts';
import type { SessionObservation } from '../session-observation.ts';

/** What git prints when it has made a commit: `[main 1a2b3c4] the subject`. */
const PRINTED = /^\[[\w./-]{1,100}(?: \(root-commit\))? [\da-f]{7,40}\] (.+)$/m;
const ORDERED = / (?:-a?m|--message)[ =](?:"([^"\n]+)|'([^'\n]+))/;
/** Characters of a command in which its message begins. */
const COMMAND_MAX = 300;

/** The subjects of the commits of a session, whether a hook reported them or a shell made them. */
export function commitsOf(observations: readonly SessionObservation[]): string[] {
  const subjects = observations.map((observation) => {
    const { content } = observation;
    const role = roleOf(observation);
    if (role === 'commit') return content.split('\n')[0] ?? '';
    if (role !== 'action' && role !== 'result') return '';
    const command = content.indexOf('git commit');
    const ordered = command < 0 ? null : ORDERED.exec(content.slice(command, command + COMMAND_MAX));
    return PRINTED.exec(content)?.[1] ?? ordered?.[1] ?? ordered?.[2] ?? '';
  });
  return [...new Set(subjects.map((subject) => subject.trim()))].filter((subject) => subject !== '');
}
