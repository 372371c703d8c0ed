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

/** Starts work that nobody waits for and that may fail; once more behind it where it was asked for meanwhile. */
export function inBackground<Input>(work: (input: Input) => Promise<void>): (input: Input) => void {
  let isRunning = false;
  let isWanted = false;
  const run = async (input: Input) => {
    for (; isWanted; await work(input)) isWanted = false;
  };
  return (input) => {
    isWanted = true;
    if (isRunning) return;
    isRunning = true;
    void run(input)
      .catch(() => undefined)
      .finally(() => (isRunning = false));
  };
}
