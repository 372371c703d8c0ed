/** What a term frequency counts: 1 + ln tf; less than once counts as it is. */
export const dampedFrequency = (termFrequency: number): number =>
  termFrequency < 1 ? termFrequency : 1 + Math.log(termFrequency);

/** The weight of a term in a row of the term matrix: its damped frequency times the idf of the keyword score. */
export function termWeight(termFrequency: number, documentFrequency: number, memories: number): number {
  const idf = Math.log(1 + (memories - documentFrequency + 0.5) / (documentFrequency + 0.5));
  return dampedFrequency(termFrequency) * idf;
}
