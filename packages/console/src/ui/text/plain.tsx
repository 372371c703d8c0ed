import { printable } from '@memory/text/printable';

/** Text of others: what turns a line around or shows nothing is written out, and its direction stays its own. */
export function Plain({ children }: { children: string }) {
  return <bdi>{printable(children)}</bdi>;
}
