import { text } from 'node:stream/consumers';
import { ShownAnchor } from '@memory/contracts';
import { printable } from '@memory/text/printable';
import * as z from 'zod';
import { OriginFinder } from '../tree/find-origin.ts';
import { judgeInTree, openWorkingTree } from './judge-in-tree.ts';

const Question = z.object({ root: z.string(), anchors: z.array(ShownAnchor) });

/** What a hook asks of a process of its own: `{ root, anchors }` on the standard input, verdicts by memory on the output. */
export async function judgeAnchorsOfInput(): Promise<void> {
  const { root, anchors } = Question.parse(JSON.parse(await text(process.stdin)));
  const { origin } = await new OriginFinder({ cwd: root }).find(root);
  const own = anchors.filter((anchor) => anchor.origin === origin);
  const judged = await judgeInTree(openWorkingTree(root), own);
  process.stdout.write(printable(JSON.stringify(Object.fromEntries(judged))));
}
