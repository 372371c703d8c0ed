/**
 * From here on a wait counts as a hang, in milliseconds. What these tests look for takes minutes where it is not
 * mended, and a machine that does something else at the time may be slow: how fast a thing is, the bench says.
 */
export const HANG_MS = 30_000;
