/** Says how many secrets were replaced; never which. */
export function describeRedacted(count: number): string {
  const secrets = count === 1 ? '1 secret was' : `${count} secrets were`;
  return `${secrets} replaced before anything was stored.`;
}
