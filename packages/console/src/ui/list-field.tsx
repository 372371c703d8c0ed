import { useState } from 'react';

interface ListFieldProps {
  label: string;
  value: readonly string[];
  onChange: (value: string[]) => void;
}

/** A list of short texts, separated by commas; taken over when one leaves the field or presses Enter. */
export function ListField({ label, value, onChange }: ListFieldProps) {
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
