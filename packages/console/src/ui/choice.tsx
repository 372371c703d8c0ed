import { SPANS } from '../views/address-state.ts';

interface ChoiceProps<Value extends string | number> {
  label: string;
  value: Value | undefined;
  values: readonly Value[];
  /** Words of no choice; null where one has to be. */
  none?: string | null;
  say?: (value: Value) => string;
  onChange: (value: Value | undefined) => void;
}

export function Choice<Value extends string | number>({
  label,
  value,
  values,
  none = 'any',
  say = String,
  onChange,
}: ChoiceProps<Value>) {
  const all = [...new Set([...values, ...(value === undefined ? [] : [value])])];
  return (
    <label>
      {label}
      <select
        value={value ?? ''}
        onChange={({ target }) => onChange(all.find((each) => String(each) === target.value))}
      >
        {none !== null && <option value="">{none}</option>}
        {all.map((each) => (
          <option key={each} value={each}>
            {say(each)}
          </option>
        ))}
      </select>
    </label>
  );
}

export const StoredChoice = ({ value, onChange }: Pick<ChoiceProps<number>, 'value' | 'onChange'>) => (
  <Choice
    label="Stored"
    value={value}
    values={SPANS}
    none="at any time"
    say={(days) => `in the last ${days} days`}
    onChange={onChange}
  />
);
