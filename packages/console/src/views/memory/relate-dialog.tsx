import { useState } from 'react';
import { MANUAL_RELATIONSHIP_TYPES, type ManualRelationshipType } from '@memory/contracts';
import { Choice, Field, Form } from '../../ui/parts.tsx';
import { MemoryPicker, type PickedMemory } from '../../ui/memory-picker.tsx';
import { Modal } from '../../ui/modal.tsx';
import { refOf } from '../../ui/text/inline.tsx';
import { useAct } from '../../ui/hooks.ts';
import type { MemoryDetail } from './memory-query.ts';

const WORDS: Record<ManualRelationshipType, string> = {
  supersedes: 'replaces',
  related_to: 'belongs to',
  depends_on: 'depends on',
};

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
      <Form className="fields tall" onSubmit={relate}>
        <Choice
          label="This memory"
          value={type}
          values={MANUAL_RELATIONSHIP_TYPES}
          none={null}
          say={(each) => WORDS[each]}
          onChange={(each = type) => setType(each)}
        />
        <MemoryPicker label="the other one" except={refOf(memory)} picked={other} onPick={setOther} />
        <Field label="Why, if it is worth saying" value={context} maxLength={2_000} onChange={setContext} />
        <div className="actions">
          <button type="submit" className="primary" disabled={!other}>
            Relate
          </button>
        </div>
      </Form>
    </Modal>
  );
}
