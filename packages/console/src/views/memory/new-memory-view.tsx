import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { Form } from '../../ui/parts.tsx';
import { refOf } from '../../ui/text/inline.tsx';
import { useAct, useDraft } from '../../ui/hooks.ts';
import { fieldsOf, MemoryForm, type MemoryDraft } from './memory-form.tsx';

const EMPTY: MemoryDraft = {
  title: '',
  narrative: '',
  memory_type: 'general',
  tags: '',
  concepts: '',
  source_files: '',
  importance_score: 0.5,
  confidence_score: 0.5,
};

export function NewMemoryView() {
  const { draft, set, forget } = useDraft('new', EMPTY);
  const [isBusy, setIsBusy] = useState(false);
  const act = useAct();
  const navigate = useNavigate();
  const store = async () => {
    setIsBusy(true);
    const stored = await act({
      run: (client) => client.storeMemory({ body: { ...fieldsOf(draft), memory_type: draft.memory_type } }),
      done: 'Stored. It is embedded and related within seconds.',
      undo: 'batch',
    });
    setIsBusy(false);
    if (!stored) return;
    forget();
    await navigate({ to: '/memories/$ref', params: { ref: refOf(stored.result) } });
  };
  return (
    <Form
      className="editor"
      onSubmit={store}
      onKeyDown={({ key }) => {
        // The draft outlives it.
        if (key === 'Escape') void navigate({ to: '/' });
      }}
    >
      <h1>New memory</h1>
      <MemoryForm draft={draft} isNew onChange={set} />
      <div className="actions">
        <button type="submit" className="primary" disabled={isBusy}>
          {isBusy ? 'Storing …' : 'Store'}
        </button>
      </div>
    </Form>
  );
}
