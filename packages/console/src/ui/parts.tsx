import type { UseInfiniteQueryResult, UseQueryResult } from '@tanstack/react-query';
import type { ComponentProps, ReactNode } from 'react';
import { useRights } from '../session/session-context.ts';
import { SPANS } from '../views/address-state.ts';
import { messageOf } from './message-of.ts';

interface ButtonProps extends Omit<ComponentProps<'button'>, 'type' | 'onClick' | 'className' | 'name'> {
  kind?: 'primary' | 'danger' | 'plain' | 'plain danger' | 'icon' | false | undefined;
  /** For whom the words alone do not say it. */
  name?: string;
  /** That does the same. */
  keys?: string;
  on: () => unknown;
}

export const Button = ({ kind, name, keys, on, children, ...others }: ButtonProps) => (
  <button type="button" className={kind || undefined} aria-label={name} onClick={() => void on()} {...others}>
    {children}
    {keys !== undefined && (
      <>
        {' '}
        <kbd>{keys}</kbd>
      </>
    )}
  </button>
);

export const Form = ({
  onSubmit,
  ...others
}: Omit<ComponentProps<'form'>, 'onSubmit'> & { onSubmit?: () => unknown }) => (
  <form
    {...others}
    onSubmit={(event) => {
      event.preventDefault();
      void onSubmit?.();
    }}
  />
);

interface FieldProps extends Pick<
  ComponentProps<'input'>,
  'type' | 'value' | 'required' | 'maxLength' | 'placeholder' | 'dir' | 'autoFocus' | 'className'
> {
  label: string;
  /** The label is for those alone who do not see the field. */
  isHidden?: boolean;
  rows?: number;
  onChange: (text: string) => void;
}

export const Field = ({ label, isHidden, rows, type = 'text', onChange, ...others }: FieldProps) => {
  const change = ({ target }: { target: { value: string } }) => onChange(target.value);
  return (
    <label>
      {isHidden ? <span className="hidden">{label}</span> : label}
      {rows === undefined ? (
        <input type={type} {...others} onChange={change} />
      ) : (
        <textarea rows={rows} {...others} onChange={change} />
      )}
    </label>
  );
};

interface CheckProps {
  checked: boolean;
  onChange: (checked: boolean) => void;
  children: ReactNode;
}

export const Check = ({ checked, onChange, children }: CheckProps) => (
  <label className="check">
    <input type="checkbox" checked={checked} onChange={({ target }) => onChange(target.checked)} /> {children}
  </label>
);

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

interface AsyncStateProps<Data> {
  query: UseQueryResult<Data> | UseInfiniteQueryResult<Data>;
  /** Whether there is nothing to show. */
  isEmpty?: (data: Data) => boolean;
  /** Said then; a mere sentence is said quietly. */
  empty?: ReactNode;
  children: (data: Data) => ReactNode;
}

/** A part of a view while it is read, when it cannot be, when it is empty, and when it is there. */
export function AsyncState<Data>({ query, isEmpty, empty, children }: AsyncStateProps<Data>) {
  const { data, error, isPending, refetch } = query;
  if (data === undefined && error)
    return (
      <div className="failure" role="alert">
        <p>{messageOf(error)}</p>
        <Button on={refetch}>Try again</Button>
      </div>
    );
  if (isPending || data === undefined) return <Loading />;
  if (isEmpty?.(data))
    return (
      <div className="empty">{typeof empty === 'string' ? <p className="quiet">{empty}</p> : empty}</div>
    );
  return <>{children(data)}</>;
}

export function Loading() {
  return (
    <div className="loading" role="status">
      <progress aria-label="Loading" />
      <span className="hidden">Loading …</span>
    </div>
  );
}

/** Controls that change something are offered to writers alone. */
export function ForWriters({ children }: { children: ReactNode }) {
  return useRights().may('write') ? children : null;
}
