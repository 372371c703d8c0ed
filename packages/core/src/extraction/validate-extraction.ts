import { normalizeFilePath } from '@memory/contracts';
import type { Extraction } from './extracted-memory.ts';
import { ExtractionError } from './extraction-error.ts';
import { ExtractionOutput } from './extraction-output.ts';
import type { ObservationWindow } from './observation-window.ts';

/**
 * Checks a model's answer against the window it was given, and replaces the aliases it cites by ids. Source files that
 * occur nowhere in the window are left out, since the model made them up.
 * @throws ExtractionError `invalid_shape`, or `unknown_citation` when one memory cites what the window does not hold;
 *   then nothing of the answer is used
 */
export function validateExtraction(output: unknown, window: ObservationWindow): Extraction {
  const parsed = ExtractionOutput.safeParse(output);
  if (!parsed.success) {
    // Only places and codes: the message ends up in logs, and what users wrote must not.
    const places = parsed.error.issues
      .slice(0, 5)
      .map(({ path, code }) => `${path.join('.') || 'answer'}: ${code}`);
    throw new ExtractionError('invalid_shape', `The extraction has another shape: ${places.join('; ')}.`);
  }
  const ids = new Map(window.entries.map(({ alias, observation }) => [alias, observation.id]));
  const seen = window.entries.map(({ observation }) =>
    [observation.content, ...observation.files].join('\n'),
  );
  const isSeen = (file: string) => seen.some((text) => text.includes(file)) || known.has(file);
  const known = new Set(
    window.entries.flatMap(({ observation }) => observation.files.map(normalizeFilePath)),
  );
  const memories = parsed.data.memories.map((memory, index) => ({
    ...memory,
    source_files: memory.source_files.filter(isSeen),
    cites: [...new Set(memory.cites)].map((alias) => {
      const id = ids.get(alias);
      if (id !== undefined) return id;
      throw new ExtractionError(
        'unknown_citation',
        `Memory ${index + 1} cites an observation that is not among the ${ids.size} of its window.`,
      );
    }),
  }));
  return { summary: parsed.data.summary.trim(), memories };
}
