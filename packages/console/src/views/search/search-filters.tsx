import { useState } from 'react';
import type { MemoryType } from '@memory/contracts';
import { Check, Choice, StoredChoice } from '../../ui/parts.tsx';
import type { SearchState } from '../address-state.ts';

interface SearchFiltersProps {
  state: SearchState;
  people: readonly string[];
  projects: readonly string[];
  types: readonly MemoryType[];
  onChange: (next: Partial<SearchState>) => void;
}

const SHARES = [0.25, 0.5, 0.75, 0.9];

export function SearchFilters({ state, people, projects, types, onChange }: SearchFiltersProps) {
  const chosen = state.types ?? [];
  const { q: _, order: __, ...filters } = state;
  const count = Object.keys(filters).length;
  return (
    <details className="filters" open={count > 0}>
      <summary>Filters{count > 0 ? ` (${count})` : ''}</summary>
      <fieldset>
        <legend>Type</legend>
        {types.map((type) => (
          <Check
            key={type}
            checked={chosen.includes(type)}
            onChange={(isChosen) => {
              const next = isChosen ? [...chosen, type] : chosen.filter((each) => each !== type);
              onChange({ types: next.length > 0 ? next : undefined });
            }}
          >
            {type.replaceAll('_', ' ')}
          </Check>
        ))}
      </fieldset>
      <div className="fields">
        <ListField
          label="Tags"
          value={state.tags ?? []}
          onChange={(tags) => onChange({ tags: tags.length > 0 ? tags : undefined })}
        />
        <ListField
          label="Files or folders"
          value={state.files ?? []}
          onChange={(files) => onChange({ files: files.length > 0 ? files : undefined })}
        />
        {(['importance', 'confidence'] as const).map((name) => (
          <Choice
            key={name}
            label={name === 'importance' ? 'Importance' : 'Confidence'}
            value={state[name]}
            values={SHARES}
            say={(share) => `at least ${share}`}
            onChange={(share) => onChange({ [name]: share })}
          />
        ))}
        <Choice label="By" value={state.by} values={people} onChange={(by) => onChange({ by })} />
        <Choice
          label="Project"
          value={state.project}
          values={projects}
          onChange={(project) => onChange({ project })}
        />
        <StoredChoice value={state.days} onChange={(days) => onChange({ days })} />
        <Check checked={state.words ?? false} onChange={(words) => onChange({ words: words || undefined })}>
          By words alone
        </Check>
      </div>
    </details>
  );
}

interface ListFieldProps {
  label: string;
  value: readonly string[];
  onChange: (value: string[]) => void;
}

/** A list of short texts, separated by commas; taken over when one leaves the field or presses Enter. */
function ListField({ label, value, onChange }: ListFieldProps) {
  const shown = value.join(', ');
  const [typed, setTyped] = useState(shown);
  const [before, setBefore] = useState(shown);
  if (before !== shown) {
    setBefore(shown);
    setTyped(shown);
  }
  const take = () => {
    const next = typed
      .split(',')
      .map((text) => text.trim())
      .filter(Boolean);
    if (next.join(', ') !== shown) onChange(next);
  };
  return (
    <label>
      {label}
      <input
        type="text"
        value={typed}
        placeholder="separated by commas"
        onChange={({ target }) => setTyped(target.value)}
        onBlur={take}
        onKeyDown={({ key }) => key === 'Enter' && take()}
      />
    </label>
  );
}
