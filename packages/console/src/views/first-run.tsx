import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { WorkspaceOverview } from '@memory/contracts';
import { useRights, useOperation } from '../session/session-context.ts';
import { Field, Form } from '../ui/parts.tsx';
import { CommandLine, Moment, Plain } from '../ui/text/inline.tsx';
import { useAct, useDraft } from '../ui/hooks.ts';
import { DropZone } from './documents/drop-zone.tsx';

const ASK_AGAIN_MS = 1_500;

/** An empty workspace explains itself: a first memory, an import and an agent, each within a minute. */
export function FirstRun({ overview: { agents } }: { overview: WorkspaceOverview }) {
  const [agent] = agents;
  const { may } = useRights();
  // Asked oftener than by Home: somebody waits for the first agent.
  useOperation('showWorkspace', {}, { everyMs: ASK_AGAIN_MS });
  if (!may('write')) return <NothingYet />;
  return (
    <div className="first-run">
      <p>
        This memory is empty. It keeps what a team decides, finds out and agrees on, and tells it to the
        coding agents that work beside it, before they ask. Three ways to begin; each takes less than a
        minute.
      </p>
      <ol>
        <li>
          <h2>Write one thing down</h2>
          <FirstMemory />
        </li>
        <li>
          <h2>Bring what is there</h2>
          <DropZone />
          <p>Notes, rules and earlier sessions of agents on this machine:</p>
          <CommandLine>workspace-memory import</CommandLine>
        </li>
        <li>
          <h2>Connect an agent</h2>
          <p>It finds the agents on this machine, shows what it would change, and asks first:</p>
          <CommandLine>workspace-memory setup</CommandLine>
          <p role="status">
            {agent ? (
              <>
                <strong>
                  <Plain>{agent.agent}</Plain>
                </strong>{' '}
                is connected, last seen <Moment at={agent.last_seen_at} />.
              </>
            ) : (
              <span className="quiet">
                Waiting for the first session of an agent; it shows here by itself.
              </span>
            )}
          </p>
        </li>
      </ol>
      <p className="quiet">
        Then <Link to="/search">search</Link>, or press <kbd>?</kbd> for the keys.
      </p>
    </div>
  );
}

/** A reader is told what would be here, and is offered no form that the service would refuse. */
function NothingYet() {
  return (
    <div className="first-run">
      <p>
        This memory is empty. It keeps what a team decides, finds out and agrees on, and tells it to the
        coding agents that work beside it, before they ask.
      </p>
      <p>
        You can read here, and not write: what others store shows here by itself. An admin of the workspace
        gives the right to write.
      </p>
    </div>
  );
}

function FirstMemory() {
  const { draft, set, forget } = useDraft('first', { title: '', narrative: '' });
  const [isBusy, setIsBusy] = useState(false);
  const act = useAct();
  const store = async () => {
    setIsBusy(true);
    const stored = await act({
      run: (client) =>
        client.storeMemory({
          body: { title: draft.title, narrative: draft.narrative || draft.title, memory_type: 'decision' },
        }),
      done: 'Stored: your first memory.',
      undo: 'batch',
    });
    setIsBusy(false);
    if (stored) forget();
  };
  return (
    <Form className="fields tall" onSubmit={store}>
      <Field
        label="A decision, in one line"
        required
        maxLength={200}
        placeholder="We deploy on Tuesdays"
        value={draft.title}
        onChange={(title) => set({ ...draft, title })}
      />
      <Field
        label="Why"
        rows={3}
        placeholder="On Fridays nobody was there to mend it."
        value={draft.narrative}
        onChange={(narrative) => set({ ...draft, narrative })}
      />
      <div className="actions">
        <button type="submit" className="primary" disabled={isBusy}>
          {isBusy ? 'Storing …' : 'Store it'}
        </button>
      </div>
    </Form>
  );
}
