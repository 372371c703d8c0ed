import { useState } from 'react';
import { Modal } from './modal.tsx';
import { VIEWS } from './views.ts';

const KEYS = [
  ['/', 'Search'],
  ['n', 'New memory'],
  ['u', 'Undo the last action'],
  ['j, k', 'Next, previous in a list'],
  ['Enter', 'Open what is marked'],
  ['e', 'Edit the memory'],
  ['r', 'Relate the memory'],
  ['m', 'Merge the memory'],
  ['+, -', 'It helped, it did not'],
  ['#', 'Delete the memory or document'],
  ['1, 2, 3', 'Settle what is marked'],
  ['F8', 'Go to the messages'],
  ['?', 'These keys'],
  ...VIEWS.map(({ key, name }) => [`g ${key}`, `Go to ${name}`]),
];

const STORED = 'workspace-memory-shortcuts';

export function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  const [isOff, setIsOff] = useState(() => localStorage.getItem(STORED) === 'off');
  return (
    <Modal title="Keys" onClose={onClose}>
      <dl className="keys">
        {KEYS.map(([keys, what]) => (
          <div key={keys}>
            <dt>
              <kbd>{keys}</kbd>
            </dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
      <label className="check">
        <input
          type="checkbox"
          checked={isOff}
          onChange={({ target }) => {
            localStorage.setItem(STORED, target.checked ? 'off' : 'on');
            setIsOff(target.checked);
          }}
        />{' '}
        Turn single keys off
      </label>
    </Modal>
  );
}
