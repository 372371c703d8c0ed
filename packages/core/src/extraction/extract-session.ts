import type { TextGenerator } from '@memory/providers';
import { buildExtractionPrompt } from './build-extraction-prompt.ts';
import { extractMemories } from './extract-memories.ts';
import type { Extraction } from './extracted-memory.ts';
import { ExtractionOutput } from './extraction-output.ts';
import { mergeWindows } from './merge-windows.ts';
import { splitWindows, type WindowOptions } from './observation-window.ts';
import { prepareObservations } from './prepare-observations.ts';
import type { SessionFacts, SessionObservation } from './session-observation.ts';
import { sessionLine, type SessionCounts } from './session-line.ts';
import { summarizeSession } from './summarize-session.ts';
import { validateExtraction } from './validate-extraction.ts';

export type ExtractSessionInput = {
  /** Absent: by rules alone */
  generator: Pick<TextGenerator, 'generate'> | undefined;
  session: SessionFacts;
  observations: readonly SessionObservation[];
  memoriesStored: readonly { title: string }[];
  signal?: AbortSignal | undefined;
} & WindowOptions;

/** An extraction and what it cost; both counts are 0 when no model was asked. */
export type SessionExtraction = Extraction & {
  inputTokens: number;
  outputTokens: number;
  /** The line of counts in a summary by rules: how many of the memories are new shows once they meet those that are stored. */
  headline?: (counts: Pick<SessionCounts, 'drawn' | 'known'>) => string;
};

const OUTPUT_TOKENS_MAX = 6_000;

/**
 * The summary and the memories of a session: one model call for each window, nearly always one; without a generator,
 * or without anything observed, by rules.
 * @throws ExtractionError when an answer cites what it was not given, and whatever the generator throws; nothing of
 *   the session's other windows is returned then
 */
export async function extractSession(input: ExtractSessionInput): Promise<SessionExtraction> {
  const { generator, session, signal } = input;
  const observations = prepareObservations(input.observations);
  if (generator === undefined || observations.length === 0) {
    const memories = extractMemories(observations);
    const summary = summarizeSession({ ...input, memoriesDrawn: memories.length });
    const known = { observations: observations.length, stored: input.memoriesStored.length };
    const headline = (counts: Pick<SessionCounts, 'drawn' | 'known'>) =>
      sessionLine(session, { ...known, ...counts });
    return { summary, memories, headline, inputTokens: 0, outputTokens: 0 };
  }
  const windows = splitWindows(observations, input);
  const extractions: Extraction[] = [];
  const tokens = { inputTokens: 0, outputTokens: 0 };
  for (const [index, window] of windows.entries()) {
    const answer = await generator.generate({
      ...buildExtractionPrompt(window, { session, windowNumber: index + 1, windowCount: windows.length }),
      schema: ExtractionOutput,
      schemaName: 'session_extraction',
      maxTokens: OUTPUT_TOKENS_MAX,
      ...(signal ? { signal } : {}),
    });
    extractions.push(validateExtraction(answer.value, window));
    tokens.inputTokens += answer.inputTokens;
    tokens.outputTokens += answer.outputTokens;
  }
  return { ...mergeWindows(extractions), ...tokens };
}
