import { roleOf } from './role-of.ts';
import { sentencesOf, spokenSentencesOf } from '@memory/text/sentences';
import type { ExtractedMemoryType } from '../extracted-memory.ts';
import type { SessionObservation } from '../session-observation.ts';

/** A sentence that says something worth keeping, and of which type. */
export interface Statement {
  type: ExtractedMemoryType;
  /** Without its label (`Decision:`) */
  sentence: string;
  /** The sentence, label and all, with what follows it in the observation */
  passage: string;
  /** Whether its author named the type, by the observation's kind or by a label */
  isExplicit: boolean;
}

type Candidate = Omit<Statement, 'passage'> & { index: number };

/** A remark of a few words (“Always.”) holds nothing to keep. */
const SENTENCE_MIN = 30;

type Rule = [ExtractedMemoryType, RegExp];

const labels: Rule[] = [
  ['decision', /^(?:decision|decided):\s+/i],
  ['incident', /^(?:incident|root cause|cause):\s+/i],
  ['convention', /^(?:convention|rule|house rule):\s+/i],
  ['architecture', /^(?:architecture|design):\s+/i],
  ['pattern', /^pattern:\s+/i],
  ['discovery', /^(?:discovery|finding|learned|measured):\s+/i],
];

// In order of worth: a sentence that fits several counts as the first.
const phrases: Rule[] = [
  [
    'incident',
    /\broot cause (?:was|is|of|\()|^(?:the )?(?:bug|failure|crash|outage|regression)\b.{0,60}\b(?:was|is) caused by\b/i,
  ],
  [
    'decision',
    /\bwe(?:'ve| have)? (?:decided|chose|chosen|agreed|settled)\b|\b(?:I|team) decided\b|\bwe(?: are|'re) going with\b/i,
  ],
  // What was tried and is not to be tried again.
  [
    'decision',
    /\b(?:we|I)(?: have|['’]ve)? (?:(?:tried|tested|evaluated|considered|looked (?:at|into)) (?!to\b).{1,120}(?<!\b(?:was|were|got|is|be) )\b(?:rejected|dropped|discarded|abandoned|reverted|ruled (?:it |that )?out|decided against|went back|gave (?:it |that )?up)|rejected|ruled out|decided against)\b/i,
  ],
  [
    'convention',
    /^(?:always|never) \w|\bwe (?:always|never)\b|\b(?:must|should) (?:always|never)\b|^(?:please )?from now on\b/i,
  ],
  [
    'architecture',
    /\b(?:is|are) (?:split|layered|organi[sz]ed|divided) (?:into|as|by)\b|\bthe architecture (?:is|of)\b/i,
  ],
  [
    'discovery',
    /\bturn(?:s|ed) out (?:that|to)\b|\b(?:we|I) (?:discovered|found out|learned|noticed) that\b|^measured\b.*\d/i,
  ],
];

// What is asked, supposed or denied is not stated.
const UNCERTAIN =
  /\?$|\b(?:if|whether|unless|should|could|might|maybe|perhaps) (?:we|I|the team)\b|\b(?:not|never|n['’]t) (?:yet )?(?:decided|agreed|settled)\b|\b(?:no|not the|unknown) root cause\b/i;

/**
 * The statement of an observation that is worth a memory, at most one. Only what people and the agent say is read,
 * never the output of tools; of a person's request only rules and decisions. The phrases are English; what is labelled
 * by its kind is found in any language.
 */
export function findStatement(observation: SessionObservation): Statement | undefined {
  const role = roleOf(observation);
  if (role !== 'decision' && role !== 'remark' && role !== 'request') return undefined;
  const sentences = (role === 'request' ? spokenSentencesOf : sentencesOf)(observation.content);
  const stated = sentences.flatMap((sentence, index) => classify(sentence, index) ?? []);
  const kept = stated.filter(
    ({ type }) => role !== 'request' || type === 'decision' || type === 'convention',
  );
  const labelled = kept.find(({ isExplicit }) => isExplicit);
  const best =
    labelled ?? namedByKind(observation, sentences, kept) ?? kept.toSorted((a, b) => worth(a) - worth(b))[0];
  if (best === undefined) return undefined;
  const { index, ...statement } = best;
  return { ...statement, passage: sentences.slice(index).join(' ') };
}

/** An observation whose kind is a type gives the sentence that reads like it, else its first. */
function namedByKind(
  { kind }: SessionObservation,
  sentences: string[],
  stated: readonly Candidate[],
): Candidate | undefined {
  const type = labels.find(([name]) => (kind ?? '').toLowerCase().includes(name))?.[0];
  if (type === undefined) return undefined;
  const matching = stated.find((statement) => statement.type === type);
  if (matching) return { ...matching, isExplicit: true };
  const [sentence = ''] = sentences;
  return sentence.length < SENTENCE_MIN || sentence.endsWith('?')
    ? undefined
    : { type, sentence, index: 0, isExplicit: true };
}

function classify(sentence: string, index: number): Candidate | undefined {
  const label = labels.find(([, pattern]) => pattern.test(sentence));
  const bare = label ? capitalized(sentence.replace(label[1], '')) : sentence;
  const type = (label ?? phrases.find(([, pattern]) => pattern.test(sentence)))?.[0];
  if (type === undefined || bare.length < SENTENCE_MIN || (!label && UNCERTAIN.test(sentence)))
    return undefined;
  return { type, sentence: bare, index, isExplicit: label !== undefined };
}

function worth({ type }: Candidate): number {
  return phrases.findIndex(([known]) => known === type);
}

/** A name of code keeps its case. */
function capitalized(sentence: string): string {
  return /^[a-z]+[ ,]/.test(sentence) ? sentence.charAt(0).toUpperCase() + sentence.slice(1) : sentence;
}
