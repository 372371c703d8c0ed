import { roleOf } from './role-of.ts';
import type { SessionObservation } from '../session-observation.ts';

/** A command that failed, from its first failure to the time it worked. */
export interface FailureEpisode {
  command: string;
  failures: SessionObservation[];
  /** What was said and changed between the first failure and the first success */
  between: SessionObservation[];
  /** Undefined while it still fails */
  success: SessionObservation | undefined;
}

// A search that finds nothing exits with 1; that is an answer, not a failure.
const QUIET = /^(?:grep|rg|ls|cat|find|which|test|diff|sed|head|tail)\b/;

// So that ten thousand observations stay cheap: what failed more than this many failures ago was given up.
const OPEN_MAX = 20;
// Likewise: what mended a failure stands near the success.
const BETWEEN_MAX = 200;

/** The failures of a session, oldest first: repeated failures of one command are one episode. */
export function failureEpisodes(observations: readonly SessionObservation[]): FailureEpisode[] {
  const episodes: FailureEpisode[] = [];
  const open: { episode: FailureEpisode; from: number }[] = [];
  let command = '';
  for (const [index, observation] of observations.entries()) {
    const role = roleOf(observation);
    if (role === 'action') command = commandLine(observation.content);
    if ((role !== 'failure' && role !== 'result') || QUIET.test(command)) continue;
    const at = open.findIndex(({ episode }) => command !== '' && isSameCheck(episode.command, command));
    const known = open[at];
    if (role === 'failure' && known) known.episode.failures.push(observation);
    if (role === 'failure' && !known) {
      const episode = { command, failures: [observation], between: [], success: undefined };
      episodes.push(episode);
      open.push({ episode, from: index });
      if (open.length > OPEN_MAX) open.shift();
    }
    if (role === 'result' && known) {
      known.episode.success = observation;
      known.episode.between = observations.slice(Math.max(known.from + 1, index - BETWEEN_MAX), index);
      open.splice(at, 1);
    }
  }
  return episodes;
}

function commandLine(content: string): string {
  const line = (content.split('\n')[0] ?? '').replace(/^\$ /, '');
  return (line.split(/\s(?:\d?>|\||;|&&)|;\s/)[0] ?? '').trim();
}

/** Whether two command lines run the same check: they share most words that are no options. */
function isSameCheck(a: string, b: string): boolean {
  const [left, right] = [wordsOf(a), wordsOf(b)];
  const shared = [...left].filter((word) => right.has(word)).length;
  return shared > 0 && shared / (left.size + right.size - shared) >= 0.75;
}

function wordsOf(command: string): Set<string> {
  return new Set(command.split(/\s+/).filter((word) => word !== '' && !/^-|^npx$/.test(word)));
}
