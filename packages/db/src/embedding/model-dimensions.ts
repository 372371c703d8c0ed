/**
 * The dimensions of a model's vectors, which its name says: `lexical-512/<version>`, or
 * `<provider>/<model>/<dimensions>` with `+<digest>` behind it where prefixes were configured.
 * @throws Error for a name of neither form
 */
export function modelDimensions(model: string): number {
  const digits = /^lexical-(\d+)\//u.exec(model)?.[1] ?? /\/(\d+)(?:\+[^/]*)?$/u.exec(model)?.[1];
  if (digits === undefined) throw new Error(`The model name ${model} does not say its dimensions.`);
  return Number(digits);
}
