import { redactSecrets } from '@memory/redact';
import { clip } from '@memory/text/sentences';
import { isPersonal, withoutPeople } from '../extraction/rules/personal.ts';
import type { Settings } from '../services.ts';

const BRIEF_MAX = 200;
const NOTHING_ELSE = '[personal data]';

/**
 * The beginning of an observation for lists of sessions and acts, which are looked at in passing: without what memories
 * drawn from it leave out, either. The observation itself stays whole.
 */
export function inBrief(content: string, { keepsNames }: Pick<Settings, 'keepsNames'>): string {
  const said = redactSecrets(content)
    .text.split(/(?<=[.!?]\s|\n)/u)
    .filter((sentence) => !isPersonal(sentence))
    .join('');
  const brief = clip(withoutPeople(said, { keepsNames }), BRIEF_MAX);
  return brief === '' && content.trim() !== '' ? NOTHING_ELSE : brief;
}
