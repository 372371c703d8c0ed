import type { Client } from '@memory/client';
import type { ForgetReply } from '@memory/contracts';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { AsyncState } from '../../ui/async-state.tsx';
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
            <ul>
              {going.map(({ memory, title }) => (
                <li key={memory}>
                  <Plain>{title}</Plain>
                </li>
              ))}
              {Object.entries(places)
                .filter(([, count]) => count > 0)
                .map(([place, count]) => (
                  <li key={place}>
                    {place}: {formatNumber(count)}
                  </li>
                ))}
            </ul>
            {quoted_in.length > 0 && (
              <>
                <h3>Memories that quote it stay</h3>
                <ul>
                  {quoted_in.map(({ memory, title }) => (
                    <li key={memory}>
                      <Plain>{title}</Plain>
                    </li>
                  ))}
                </ul>
              </>
            )}
            {exports.length > 0 && (
              <>
                <h3>It may stand in these exports, which you would delete yourself</h3>
                <ul>
                  {exports.map(({ file }) => (
                    <li key={file}>
                      <Plain>{file}</Plain>
                    </li>
                  ))}
                </ul>
              </>
            )}
          </>
        )}
      </AsyncState>
      <label className="check">
        <input type="checkbox" checked={isSure} onChange={({ target }) => setIsSure(target.checked)} /> I have
        read what goes
      </label>
      <div className="actions">
        <button
          type="button"
          className="danger"
          disabled={!isSure || !query.data}
          onClick={() => void forget()}
        >
          Forget for good
        </button>
        <button type="button" onClick={onClose}>
          Keep it
        </button>
      </div>
    </Modal>
  );
}
