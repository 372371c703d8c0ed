import { forgetAll } from '@memory/client';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { AsyncState, Button, Check } from '../../ui/parts.tsx';
import { Modal } from '../../ui/modal.tsx';
import { formatNumber, Plain } from '../../ui/text/inline.tsx';
import { useAct } from '../../ui/hooks.ts';
import { useAsk } from '../../session/session-context.ts';

/** Forgets for good; first it shows what would go. */
export function ForgetDialog({ memories, onClose }: { memories: string[]; onClose: () => void }) {
  const [isSure, setIsSure] = useState(false);
  const act = useAct();
  const navigate = useNavigate();
  const query = useAsk(
    ['forget', memories],
    (client) => forgetAll(client, { memories }, { dryRun: true, keepsCopy: false }),
    { gcTime: 0 },
  );
  const forget = async () => {
    const done = await act({
      run: (each) => forgetAll(each, { memories }, { dryRun: false, keepsCopy: false }),
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
