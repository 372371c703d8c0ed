/** The words in which Bedrock, OpenAI-compatible servers and Ollama say that an input is above the model's limit. */
const TOO_LONG =
  /too many (input )?tokens|too long|too large|context (length|size|window)|maxlength|max(imum)? (input )?(length|tokens)/i;

/** Whether a refusal says that the input was too long, so that smaller pieces of it would pass. */
export function saysTooLong(message: string): boolean {
  return TOO_LONG.test(message);
}
