import { MEMORY_TYPES, type MemoryType } from '@memory/contracts';
import { Choice, Field } from '../../ui/parts.tsx';

export interface MemoryDraft {
  title: string;
  narrative: string;
  memory_type: MemoryType;
  tags: string;
  concepts: string;
  source_files: string;
  importance_score: number;
  confidence_score: number;
}

interface MemoryFormProps {
  draft: MemoryDraft;
  /** Whether the type can be said; it stays once the memory is stored. */
  isNew: boolean;
  onChange: (draft: MemoryDraft) => void;
}

const listOf = (text: string, separator: RegExp): string[] =>
  text
    .split(separator)
    .map((item) => item.trim())
    .filter(Boolean);

export const fieldsOf = (draft: MemoryDraft) => ({
  title: draft.title,
  narrative: draft.narrative,
  tags: listOf(draft.tags, /,/u),
  concepts: listOf(draft.concepts, /,/u),
  source_files: listOf(draft.source_files, /\n/u),
  importance_score: draft.importance_score,
  confidence_score: draft.confidence_score,
});

export function MemoryForm({ draft, isNew, onChange }: MemoryFormProps) {
  const set =
    <Name extends keyof MemoryDraft>(name: Name) =>
    (value: MemoryDraft[Name]) =>
      onChange({ ...draft, [name]: value });
  return (
    <div className="fields tall">
      <Field
        label="Title"
        value={draft.title}
        required
        maxLength={500}
        dir="auto"
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- who opens a form wants to type: the first field of a new memory, or what is edited, has the focus
        autoFocus
        onChange={set('title')}
      />
      {isNew && (
        <Choice
          label="Type"
          value={draft.memory_type}
          values={MEMORY_TYPES}
          none={null}
          say={(type) => type.replaceAll('_', ' ')}
          onChange={(type = draft.memory_type) => set('memory_type')(type)}
        />
      )}
      <Field
        label="What is to be remembered, in Markdown"
        value={draft.narrative}
        required
        rows={14}
        dir="auto"
        onChange={set('narrative')}
      />
      <Field label="Tags, separated by commas" value={draft.tags} onChange={set('tags')} />
      <Field label="Concepts, separated by commas" value={draft.concepts} onChange={set('concepts')} />
      <Field label="Files, one a line" value={draft.source_files} rows={3} onChange={set('source_files')} />
      <Share label="Importance" value={draft.importance_score} onChange={set('importance_score')} />
      <Share label="Confidence" value={draft.confidence_score} onChange={set('confidence_score')} />
    </div>
  );
}

interface ShareProps {
  label: string;
  value: number;
  onChange: (value: number) => void;
}

function Share({ label, value, onChange }: ShareProps) {
  return (
    <label>
      {label}: {value}
      <input
        type="range"
        min={0}
        max={1}
        step={0.05}
        value={value}
        onChange={({ target }) => onChange(Number(target.value))}
      />
    </label>
  );
}
