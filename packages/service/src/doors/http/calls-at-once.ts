/** A client that sends more at once gains nothing: its requests wait for each other. */
const CALLS_AT_ONCE_MAX = 100;

/** Calls under way for all keys of a workspace together: less than half of the 512 connections that the local server keeps. */
export const WORKSPACE_CALLS_MAX = 200;

export interface CallsAtOnce {
  /** @returns to be called when the call has been answered; undefined where the caller has too many under way */
  begin(caller: string): (() => void) | undefined;
}

export function createCallsAtOnce(callsMax = CALLS_AT_ONCE_MAX): CallsAtOnce {
  const underWay = new Map<string, number>();
  return {
    begin(caller) {
      const calls = underWay.get(caller) ?? 0;
      if (calls >= callsMax) return undefined;
      underWay.set(caller, calls + 1);
      return () => {
        const left = (underWay.get(caller) ?? 1) - 1;
        if (left === 0) underWay.delete(caller);
        else underWay.set(caller, left);
      };
    },
  };
}
