/** The text of a memory that search reads. */
export interface MemoryText {
  title: string;
  narrative: string;
  tags: readonly string[];
  concepts: readonly string[];
  sourceFiles: readonly string[];
}
