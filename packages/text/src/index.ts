export { analyze, type Token } from './analyze.ts';
export { countTerms, type TermCounts } from './count-terms.ts';
export { languages, type Language } from './language.ts';
export type { MemoryText } from './memory-text.ts';
export { passageAround, type Passage } from './passage-around.ts';
export { parseQuery, type ParsedQuery, type QueryWord } from './parse-query.ts';
export { relevance, type RelevanceInput } from './relevance.ts';
export { searchText, type SearchText } from './search-text.ts';
export { weightedPassages, type WeightedPassage } from './weighted-passages.ts';
