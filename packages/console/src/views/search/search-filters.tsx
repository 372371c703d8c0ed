import type { MemoryType } from '@memory/contracts';
import { ListField } from '../../ui/list-field.tsx';
import type { SearchState } from './search-state.ts';

interface SearchFiltersProps {
  state: SearchState;
  types: readonly MemoryType[];
  onChange: (next: Partial<SearchState>) => void;
}

const SHARES = [0.25, 0.5, 0.75, 0.9];

/** Every filter of the interface. */
export function SearchFilters({ state, types, onChange }: SearchFiltersProps) {
  const chosen = state.types ?? [];
  const { q: _, ...filters } = state;
  const count = Object.keys(filters).length;
  return (
    <details className="filters" open={count > 0}>
      <summary>Filters{count > 0 ? ` (${count})` : ''}</summary>
      <fieldset>
        <legend>Type</legend>
        {types.map((type) => (
          <label key={type} className="check">
            <input
              type="checkbox"
              checked={chosen.includes(type)}
              onChange={({ target }) => {
                const next = target.checked ? [...chosen, type] : chosen.filter((each) => each !== type);
                onChange({ types: next.length > 0 ? next : undefined });
              }}
            />{' '}
            {type.replaceAll('_', ' ')}
          </label>
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
        <ShareField
          label="Importance"
          value={state.importance}
          onChange={(importance) => onChange({ importance })}
        />
        <ShareField
          label="Confidence"
          value={state.confidence}
          onChange={(confidence) => onChange({ confidence })}
        />
        <label className="check">
          <input
            type="checkbox"
            checked={state.words ?? false}
            onChange={({ target }) => onChange({ words: target.checked || undefined })}
          />{' '}
          By words alone
        </label>
      </div>
    </details>
  );
}

interface ShareFieldProps {
  label: string;
  value: number | undefined;
  onChange: (value: number | undefined) => void;
}

function ShareField({ label, value, onChange }: ShareFieldProps) {
  return (
    <label>
      {label}
      <select
        value={value ?? ''}
        onChange={({ target }) => onChange(target.value === '' ? undefined : Number(target.value))}
      >
        <option value="">any</option>
        {[...new Set([...SHARES, ...(value === undefined ? [] : [value])])].map((share) => (
          <option key={share} value={share}>
            at least {share}
          </option>
        ))}
      </select>
    </label>
  );
}
