import { mapConcurrently } from '../map-concurrently.ts';
import { ProviderError, throwingAs } from '../provider-error.ts';
import { EmbedderError, type Embedder, type EmbeddingKind, type EmbeddingVector } from './embedder.ts';
import type { EmbeddingPrefixes } from './prefixes.ts';

/** Cuts made in a text that a model still finds too long; six halvings bring 20 kB to 300 bytes. */
const HALVINGS_MAX = 6;

export interface NeuralModel {
  model: string;
  dimensions: number;
  prefixes: EmbeddingPrefixes;
  batchSize: number;
  /** Calls at the same time. */
  concurrency: number;
  /** Bytes of UTF-8 in one text. A token has about 3 in code and CJK and 4.7 in English, so 2.5 a token rarely overflows. */
  inputBytesMax: number;
  /** Pieces of one document that are embedded; the rest of it is left out. */
  piecesMax?: number;
  /** One call of the model: vectors of any length in the order of the texts, none of which is blank. */
  embedBatch(
    texts: string[],
    kind: EmbeddingKind,
    signal: AbortSignal | undefined,
  ): Promise<ArrayLike<number>[]>;
}

/**
 * Behaviour common to all neural embedders: prefixes, batches, long texts, and the checks of the answer.
 * A document above the model's limit is cut into pieces, and its vector is the mean of theirs, weighted by length;
 * of a query above the limit only the first piece counts.
 */
export function createNeuralEmbedder(spec: NeuralModel): Embedder {
  return {
    model: spec.model,
    dimensions: spec.dimensions,
    embed: (texts, kind, options) =>
      throwingAs(EmbedderError, () => embedTexts(spec, texts, kind, options?.signal)),
  };
}

async function embedTexts(
  spec: NeuralModel,
  texts: readonly string[],
  kind: EmbeddingKind,
  signal: AbortSignal | undefined,
): Promise<EmbeddingVector[]> {
  const piecesMax = kind === 'query' ? 1 : (spec.piecesMax ?? 32);
  const pieces = texts.flatMap((text, owner) =>
    text.trim() === ''
      ? []
      : splitText(text, spec.inputBytesMax, piecesMax)
          .filter((piece) => piece.trim() !== '')
          .map((piece) => ({ owner, piece })),
  );
  const starts = Array.from(
    { length: Math.ceil(pieces.length / spec.batchSize) },
    (_, index) => index * spec.batchSize,
  );
  const vectors: Float32Array[] = [];
  let failure: unknown;
  try {
    await mapConcurrently(starts, spec.concurrency, async (start) => {
      const batch = pieces.slice(start, start + spec.batchSize).map(({ piece }) => piece);
      const answer = await embedPieces(spec, batch, kind, signal);
      for (const [index, vector] of answer.entries()) vectors[start + index] = vector;
    });
  } catch (error) {
    failure = error;
  }
  const byOwner = Map.groupBy(
    pieces.map((piece, index) => ({ ...piece, vector: vectors[index] })),
    ({ owner }) => owner,
  );
  const came = new Map<number, Float32Array>();
  for (const [owner, parts] of byOwner) if (parts.every(hasVector)) came.set(owner, meanVector(parts));
  if (failure instanceof ProviderError)
    throw Object.assign(new EmbedderError(failure.code, failure.message, { cause: failure }), { came });
  if (failure) throw failure;
  return texts.map((_, owner) => came.get(owner) ?? []);
}

const hasVector = <Part extends { vector: Float32Array | undefined }>(
  part: Part,
): part is Part & { vector: Float32Array } => part.vector !== undefined;

/** Embeds pieces; when the model finds one too long although it fits by bytes, that one is halved and averaged. */
async function embedPieces(
  spec: NeuralModel,
  pieces: string[],
  kind: EmbeddingKind,
  signal: AbortSignal | undefined,
  halvings = 0,
): Promise<Float32Array[]> {
  try {
    const prefix = spec.prefixes[kind];
    const answer = await spec.embedBatch(
      pieces.map((piece) => prefix + piece),
      kind,
      signal,
    );
    return checkAnswer(spec, pieces.length, answer);
  } catch (error) {
    if (!(error instanceof ProviderError) || error.code !== 'too_long') throw error;
    if (pieces.length > 1) {
      const alone = await mapConcurrently(pieces, spec.concurrency, (piece) =>
        embedPieces(spec, [piece], kind, signal, halvings),
      );
      return alone.flat();
    }
    const [piece] = pieces;
    if (piece === undefined || halvings === HALVINGS_MAX) throw error;
    const bytesMax = Math.max(4, Math.ceil(Buffer.byteLength(piece) / 2));
    const halves = splitText(piece, bytesMax, kind === 'query' ? 1 : 3).filter((half) => half.trim() !== '');
    const parts = await mapConcurrently(halves, 1, async (half) => ({
      piece: half,
      vector: (await embedPieces(spec, [half], kind, signal, halvings + 1))[0]!,
    }));
    return [meanVector(parts)];
  }
}

function checkAnswer(spec: NeuralModel, count: number, answer: ArrayLike<number>[]): Float32Array[] {
  if (answer.length !== count) {
    throw new EmbedderError(
      'invalid_output',
      `${spec.model} gave ${answer.length} vectors for ${count} texts.`,
    );
  }
  return answer.map((vector) => {
    if (vector.length !== spec.dimensions) {
      throw new EmbedderError(
        'invalid_output',
        `${spec.model} gave ${vector.length} dimensions instead of ${spec.dimensions}; set the dimensions the model has.`,
      );
    }
    return direction(vector, spec.model);
  });
}

function meanVector(parts: { piece: string; vector: Float32Array }[]): Float32Array {
  const [first] = parts;
  if (first && parts.length === 1) return first.vector;
  const sum = new Float64Array(first?.vector.length ?? 0);
  for (const { piece, vector } of parts) {
    for (const [index, x] of vector.entries()) sum[index]! += x * piece.length;
  }
  return direction(sum, 'the mean of the pieces');
}

function direction(vector: ArrayLike<number>, source: string): Float32Array {
  const unit = unitVector(vector);
  if (!unit) throw new EmbedderError('invalid_output', `A vector without direction came from ${source}.`);
  return unit;
}

/** Where a text is cut, best first: between paragraphs, lines, sentences, words. */
const BOUNDARIES = ['\n\n', '\n', '. ', ' '];

/**
 * Cuts a text into pieces of at most `bytesMax` bytes of UTF-8, at a paragraph, line, sentence or word where the second
 * half of a piece holds one, and never within a code point. Nothing is lost: the pieces joined are the text.
 * @param bytesMax at least 4, the longest code point
 * @returns the pieces in order, none of them empty; at most `piecesMax`, and what lies behind them is left out
 */
export function splitText(text: string, bytesMax: number, piecesMax: number): string[] {
  const encoder = new TextEncoder();
  const buffer = new Uint8Array(bytesMax);
  const pieces: string[] = [];
  let start = 0;
  while (start < text.length && pieces.length < piecesMax) {
    // A piece has at most as many UTF-16 units as bytes, so this window always suffices.
    const window = text.slice(start, start + bytesMax);
    const fits = encoder.encodeInto(window, buffer).read;
    const whole = start + fits >= text.length;
    const length = whole ? fits : boundaryWithin(window.slice(0, fits));
    pieces.push(text.slice(start, start + length));
    start += length;
  }
  return pieces;
}

function boundaryWithin(piece: string): number {
  for (const boundary of BOUNDARIES) {
    const at = piece.lastIndexOf(boundary);
    if (at >= piece.length / 2) return at + boundary.length;
  }
  return piece.length;
}

/** The vector scaled to length 1. @returns undefined when it has no direction: a component that is not finite, or all of them zero */
function unitVector(vector: ArrayLike<number>): Float32Array | undefined {
  let squared = 0;
  for (let index = 0; index < vector.length; index += 1) squared += vector[index]! ** 2;
  const length = Math.sqrt(squared);
  if (!Number.isFinite(length) || length === 0) return undefined;
  return Float32Array.from(vector, (x) => x / length);
}
