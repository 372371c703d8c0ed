import { AwsError } from '../aws-error.ts';
import { hashedEmbedding, wordsOf } from './hashed-embedding.ts';

const TITAN_TOKENS_MAX = 8192;
const TITAN_CHARS_MAX = 50_000;
const COHERE_TEXTS_MAX = 96;
const RERANK_DOCUMENTS_MAX = 1000;

type Answer = Record<string, unknown>;

/** A model, found by its id without an inference profile's prefix. */
interface Model {
  pattern: RegExp;
  needsProfile: boolean;
  answer: (body: Record<string, unknown>) => Answer;
}

const MODELS: Model[] = [
  { pattern: /^amazon\.titan-embed-text-v2:0$/, needsProfile: false, answer: embedWithTitan },
  { pattern: /^cohere\.embed-v4:0$/, needsProfile: true, answer: embedWithCohere },
  { pattern: /^cohere\.rerank-v3-5:0$/, needsProfile: false, answer: (body) => rerank(body, true) },
  { pattern: /^amazon\.rerank-v1:0$/, needsProfile: false, answer: (body) => rerank(body, false) },
];

const PROFILE = /^(us|eu|apac|global)\./;

/** The answer of a model to an InvokeModel body. @throws ValidationException, ResourceNotFoundException */
export function invokeModel(modelId: string, body: Record<string, unknown>): Answer {
  const model = MODELS.find(({ pattern }) => pattern.test(modelId.replace(PROFILE, '')));
  if (!model) throw new AwsError('ResourceNotFoundException', 404, `Could not resolve the model ${modelId}.`);
  if (model.needsProfile && !PROFILE.test(modelId)) {
    throw invalid(
      `Invocation of model ID ${modelId} with on-demand throughput isn’t supported. ` +
        'Retry your request with the ID or ARN of an inference profile that contains this model.',
    );
  }
  return model.answer(body);
}

function embedWithTitan({
  inputText,
  dimensions = 1024,
  normalize = true,
  embeddingTypes = ['float'],
}: Answer): Answer {
  if (typeof inputText !== 'string' || inputText === '') throw invalid('expected minLength: 1, actual: 0');
  const tokens = Math.ceil(inputText.length / 4);
  if (tokens > TITAN_TOKENS_MAX || inputText.length > TITAN_CHARS_MAX) {
    throw invalid(
      `Too many input tokens. Max input tokens: ${TITAN_TOKENS_MAX}, request input token count: ${tokens}`,
    );
  }
  if (![256, 512, 1024].includes(Number(dimensions)))
    throw invalid(`${String(dimensions)} is not a valid enum value`);
  const unit = hashedEmbedding(inputText, Number(dimensions));
  const embedding = normalize === false ? unit.map((value) => value * 2) : unit;
  const wantsFloat = Array.isArray(embeddingTypes) && embeddingTypes.includes('float');
  if (!wantsFloat) throw invalid('The stand-in knows the embedding type float only.');
  return { embedding, inputTextTokenCount: tokens, embeddingsByType: { float: embedding } };
}

function embedWithCohere({ texts, input_type, output_dimension = 1536, embedding_types }: Answer): Answer {
  if (typeof input_type !== 'string') throw invalid('input_type is required');
  if (!isStrings(texts) || texts.length === 0 || texts.length > COHERE_TEXTS_MAX) {
    throw invalid(`texts must hold 1 to ${COHERE_TEXTS_MAX} texts`);
  }
  if (![256, 512, 1024, 1536].includes(Number(output_dimension)))
    throw invalid('output_dimension is not supported');
  const embeddings = texts.map((text) => hashedEmbedding(text, Number(output_dimension)));
  // The two forms the service answers in: by type where types were asked for, else a plain list.
  return embedding_types === undefined
    ? { id: 'stand-in', response_type: 'embeddings_floats', embeddings, texts }
    : { id: 'stand-in', response_type: 'embeddings_by_type', embeddings: { float: embeddings }, texts };
}

function rerank({ query, documents, top_n, api_version }: Answer, needsVersion: boolean): Answer {
  if (needsVersion && typeof api_version !== 'number') throw invalid('api_version is required');
  if (!needsVersion && api_version !== undefined)
    throw invalid('extraneous key [api_version] is not permitted');
  if (typeof query !== 'string' || query === '') throw invalid('query is required');
  if (!isStrings(documents) || documents.length === 0 || documents.length > RERANK_DOCUMENTS_MAX) {
    throw invalid(`documents must hold 1 to ${RERANK_DOCUMENTS_MAX} texts`);
  }
  if (top_n !== undefined && !(Number(top_n) >= 1 && Number(top_n) <= documents.length)) {
    throw invalid('top_n must be 1 to the number of documents');
  }
  const results = documents
    .map((document, index) => ({ index, relevance_score: sharedWords(query, document) }))
    .sort((a, b) => b.relevance_score - a.relevance_score || a.index - b.index);
  return { results: results.slice(0, Number(top_n ?? documents.length)) };
}

/** The share of the query's words that a document holds, 0..1. */
function sharedWords(query: string, document: string): number {
  const wanted = new Set(wordsOf(query));
  const held = new Set(wordsOf(document));
  return wanted.size === 0 ? 0 : [...wanted].filter((word) => held.has(word)).length / wanted.size;
}

function isStrings(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((each) => typeof each === 'string');
}

function invalid(message: string): AwsError {
  return new AwsError('ValidationException', 400, message);
}
