import { useState } from 'react';
import { Field, Form } from '../../ui/parts.tsx';
import { MemoryPicker, type PickedMemory } from '../../ui/memory-picker.tsx';
import { Modal } from '../../ui/modal.tsx';
import { refOf } from '../../ui/text/inline.tsx';
import { useAct } from '../../ui/hooks.ts';
import type { MemoryDetail } from './memory-query.ts';

const union = (a: readonly string[], b: readonly string[]): string[] => [...new Set([...a, ...b])];

/** Makes two memories one: this one gets a common text and replaces the other, which stays where it is and can be read. */
export function MergeDialog({ memory, onClose }: { memory: MemoryDetail; onClose: () => void }) {
  const [other, setOther] = useState<PickedMemory | undefined>(undefined);
  const [text, setText] = useState(memory.narrative);
  const act = useAct();
  const pick = (picked: PickedMemory) => {
    setOther(picked);
    setText(`${memory.narrative.trimEnd()}\n\n${picked.narrative}`);
  };
  const merge = async () => {
    if (!other) return;
    const ref = refOf(memory);
    const edge = { source_id: ref, target_id: refOf(other), relationship_type: 'supersedes' };
    const done = await act({
      run: async (client) => {
        // First what may be refused without anything having changed.
        await client.createRelationship({ body: { ...edge, context: 'merged' } });
        const { id } = await client.updateMemory({
          path: { ref },
          body: {
            narrative: text,
            tags: union(memory.tags, other.tags),
            concepts: union(memory.concepts, other.concepts),
            source_files: union(memory.source_files, other.source_files),
          },
        });
        const { changes } = await client.listChanges({ query: { memory: ref, limit: 1 } });
        return { id, change: changes[0]?.id };
      },
      done: 'Merged: this memory replaces the other one.',
      once: 'merge',
      undo: async (client, { change }) => {
        await client.deleteRelationship({ query: edge });
        if (change) await client.undoChanges({ body: { change } });
      },
    });
    if (done) onClose();
  };
  return (
    <Modal title="Merge with another memory" onClose={onClose}>
      <Form className="fields tall" onSubmit={merge}>
        <MemoryPicker label="The other one" except={refOf(memory)} picked={other} onPick={pick} />
        <Field label="The text of both" rows={12} dir="auto" value={text} required onChange={setText} />
        <div className="actions">
          <button type="submit" className="primary" disabled={!other}>
            Merge
          </button>
        </div>
      </Form>
    </Modal>
  );
}
