import { useState } from 'react';
import { MANUAL_RELATIONSHIP_TYPES, type ManualRelationshipType } from '@memory/contracts';
import { MemoryPicker, type PickedMemory } from '../../ui/memory-picker.tsx';
import { Modal } from '../../ui/modal.tsx';
import { refOf } from '../../ui/ref-of.ts';
import { useAct } from '../../ui/use-act.ts';
import type { MemoryDetail } from './memory-query.ts';

const WORDS: Record<ManualRelationshipType, string> = {
  supersedes: 'replaces',
  related_to: 'belongs to',
  depends_on: 'depends on',
};

/** Says how a memory stands to another, replacing it included. */
export function RelateDialog({ memory, onClose }: { memory: MemoryDetail; onClose: () => void }) {
  const [type, setType] = useState<ManualRelationshipType>('related_to');
  const [other, setOther] = useState<PickedMemory | undefined>(undefined);
  const [context, setContext] = useState('');
  const act = useAct();
  const relate = async () => {
    if (!other) return;
    const body = {
      source_id: refOf(memory),
      target_id: refOf(other),
      relationship_type: type,
      context: context.trim() === '' ? null : context,
    };
    const done = await act({
      run: (client) => client.createRelationship({ body }),
      done: `It ${WORDS[type]} the other one.`,
      once: 'relate',
      undo: (client) =>
        client.deleteRelationship({
          query: { source_id: body.source_id, target_id: body.target_id, relationship_type: type },
        }),
    });
    if (done) onClose();
  };
  return (
    <Modal title="Relate the memory" onClose={onClose}>
      <form
        className="fields tall"
        onSubmit={(event) => {
          event.preventDefault();
          void relate();
        }}
      >
        <label>
          This memory
          <select value={type} onChange={({ target }) => setType(target.value as ManualRelationshipType)}>
            {MANUAL_RELATIONSHIP_TYPES.map((each) => (
              <option key={each} value={each}>
                {WORDS[each]}
              </option>
            ))}
          </select>
        </label>
        <MemoryPicker label="the other one" except={refOf(memory)} picked={other} onPick={setOther} />
        <label>
          Why, if it is worth saying
          <input
            type="text"
            value={context}
            maxLength={2_000}
            onChange={({ target }) => setContext(target.value)}
          />
        </label>
        <div className="actions">
          <button type="submit" className="primary" disabled={!other}>
            Relate
          </button>
        </div>
      </form>
    </Modal>
  );
}
