/** The result of work that may throw; undefined when it does. */
export function attempt<Result>(work: () => Result): Result | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}

/** @returns undefined for what is no JSON */
export const parseJson = (text: string): unknown => attempt(() => JSON.parse(text));
