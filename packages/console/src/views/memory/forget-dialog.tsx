import type { Client } from '@memory/client';
import type { ForgetReply } from '@memory/contracts';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { AsyncState } from '../../ui/async-state.tsx';
import { Button, Check } from '../../ui/controls.tsx';
import { Modal } from '../../ui/modal.tsx';
import { formatNumber, Plain } from '../../ui/text/inline.tsx';
import { useAct } from '../../ui/use-act.ts';
import { useAsk } from '../../session/use-operation.ts';

/** A call works for a few seconds: only when a reply names no other is all of it done. */
async function forgetAll(client: Client, memories: string[], isDryRun: boolean): Promise<ForgetReply> {
  const body = { memories, dry_run: isDryRun };
  const all = await client.forget({ body });
  while (all.next !== null) {
    const reply: ForgetReply = await client.forget({ body: { ...body, after: all.next } });
    for (const name of FORGOTTEN_PLACES) all.places[name] += reply.places[name];
    all.memories.push(...reply.memories);
    all.quoted_in.push(...reply.quoted_in);
    all.exports.push(...reply.exports);
    all.next = reply.next;
  }
  return all;
}

const FORGOTTEN_PLACES = [
  'observations',
  'summaries',
  'changes',
  'contexts',
  'replies',
  'documents',
] as const satisfies (keyof ForgetReply['places'])[];

/** Forgets for good; first it shows what would go. */
export function ForgetDialog({ memories, onClose }: { memories: string[]; onClose: () => void }) {
  const [isSure, setIsSure] = useState(false);
  const act = useAct();
  const navigate = useNavigate();
  const query = useAsk(['forget', memories], (client) => forgetAll(client, memories, true), { gcTime: 0 });
  const forget = async () => {
    const done = await act({
      run: (each) => forgetAll(each, memories, false),
      done: ({ memories: gone }) => `Forgotten: ${gone.length}.`,
    });
    if (!done) return;
    onClose();
    await navigate({ to: '/' });
  };
  return (
    <Modal title="Forget for good" onClose={onClose}>
      <p>
        Nothing of it stays: not in the history, nor in what was drawn from it. There is no undo. To take it
        out of sight with an undo, delete it instead.
      </p>
      <AsyncState query={query}>
        {({ memories: going, places, quoted_in, exports }) => (
          <>
            <h3>What goes</h3>
            <Texts
              of={[
                ...going.map(({ title }) => title),
                ...Object.entries(places)
                  .filter(([, count]) => count > 0)
                  .map(([place, count]) => `${place}: ${formatNumber(count)}`),
              ]}
            />
            {quoted_in.length > 0 && <h3>Memories that quote it stay</h3>}
            <Texts of={quoted_in.map(({ title }) => title)} />
            {exports.length > 0 && <h3>It may stand in these exports, which you would delete yourself</h3>}
            <Texts of={exports.map(({ file }) => file)} />
          </>
        )}
      </AsyncState>
      <Check checked={isSure} onChange={setIsSure}>
        I have read what goes
      </Check>
      <div className="actions">
        <Button kind="danger" disabled={!isSure || !query.data} on={forget}>
          Forget for good
        </Button>
        <Button on={onClose}>Keep it</Button>
      </div>
    </Modal>
  );
}

const Texts = ({ of }: { of: readonly string[] }) => (
  <ul>
    {of.map((text, at) => (
      <li key={`${at} ${text}`}>
        <Plain>{text}</Plain>
      </li>
    ))}
  </ul>
);
