import { neutralLine, neutralText } from '@memory/text/recall';

/** Fields with paragraphs; all other strings are names, titles and paths, which have one line. */
const PROSE = new Set(['narrative', 'summary', 'workspace_summary', 'content']);
/** Framed text itself: what stands in it was made neutral before its frame was put around it. */
const FRAMED = 'context_block';

/** A structured answer whose strings are neutral: many clients show a model this and not the text. */
export function neutralAnswer<Answer>(answer: Answer): Answer {
  return neutral(answer, '') as Answer;
}

function neutral(value: unknown, name: string): unknown {
  if (typeof value === 'string') {
    if (name === FRAMED) return value;
    return PROSE.has(name) ? neutralText(value) : neutralLine(value);
  }
  if (Array.isArray(value)) return value.map((item) => neutral(item, name));
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, held]) => [neutralLine(key), neutral(held, key)]),
  );
}
