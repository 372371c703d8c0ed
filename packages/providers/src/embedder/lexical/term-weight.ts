/** The weight of a term in a row of the term matrix: (1 + ln tf) times the idf of the keyword score. */
export function termWeight(termFrequency: number, documentFrequency: number, memories: number): number {
  const idf = Math.log(1 + (memories - documentFrequency + 0.5) / (documentFrequency + 0.5));
  return (1 + Math.log(termFrequency)) * idf;
}
