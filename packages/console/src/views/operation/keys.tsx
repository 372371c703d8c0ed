import { useState } from 'react';
import { SCOPES, type Scope } from '@memory/contracts';
import { useSession } from '../../session/session-context.ts';
import { AsyncState } from '../../ui/async-state.tsx';
import { Choice } from '../../ui/choice.tsx';
import { Moment, Plain } from '../../ui/text/inline.tsx';
import { Table } from '../../ui/table.tsx';
import { useAct } from '../../ui/use-act.ts';
import { useDraft } from '../../ui/use-draft.ts';
import { useAsk } from '../../session/use-operation.ts';

export function Keys() {
  const { workspaceId } = useSession();
  const act = useAct();
  const { draft, set } = useDraft<{ name: string; scope: Scope }>(`key ${workspaceId}`, {
    name: '',
    scope: 'write',
  });
  const { name, scope } = draft;
  const [secret, setSecret] = useState('');
  const query = useAsk(['keys'], (client, signal) => client.listKeys({ signal }));
  const create = async () => {
    const made = await act({
      run: (each) => each.createKey({ body: { name, scope } }),
      done: 'The key is made.',
      once: `make key ${name}`,
      undo: async (each, { id }) => {
        await each.revokeKey({ path: { id } });
        setSecret('');
      },
    });
    if (!made) return;
    setSecret(made.result.key);
    set({ ...draft, name: '' });
  };
  return (
    <section>
      <h2 id="keys">Keys</h2>
      <form
        className="fields"
        onSubmit={(event) => {
          event.preventDefault();
          void create();
        }}
      >
        <label>
          Name of a new key
          <input
            type="text"
            required
            maxLength={200}
            value={name}
            onChange={({ target }) => set({ ...draft, name: target.value })}
          />
        </label>
        <Choice
          label="It may"
          value={scope}
          values={SCOPES}
          none={null}
          onChange={(next = scope) => set({ ...draft, scope: next })}
        />
        <button type="submit">Make a key</button>
      </form>
      {secret !== '' && (
        <p className="note" role="status">
          Shown this once, so copy it now: <code className="secret">{secret}</code>{' '}
          <button type="button" onClick={() => setSecret('')}>
            I have it
          </button>
        </p>
      )}
      <AsyncState query={query}>
        {(keys) => (
          <Table name="keys" head={['Name', 'Begins with', 'May', 'Made', 'Expires', 'Last used', 'State']}>
            {keys.map((key) => (
              <tr key={key.id} className={key.revoked_at ? 'quiet' : undefined}>
                <th scope="row">
                  <Plain>{key.name}</Plain>
                </th>
                <td>
                  <code>{key.prefix}</code>
                </td>
                <td>{key.scope}</td>
                <td>
                  <Moment at={key.created_at} />
                </td>
                <td>{key.expires_at ? <Moment at={key.expires_at} /> : 'never'}</td>
                <td>{key.last_used_at ? <Moment at={key.last_used_at} /> : 'never'}</td>
                <td>{key.revoked_at ? 'revoked' : <Revoke id={key.id} name={key.name} />}</td>
              </tr>
            ))}
          </Table>
        )}
      </AsyncState>
    </section>
  );
}

/** A revoked key never works again, so it is asked for twice. */
function Revoke({ id, name }: { id: string; name: string }) {
  const [isAsked, setIsAsked] = useState(false);
  const act = useAct();
  if (!isAsked)
    return (
      <button
        type="button"
        className="plain danger"
        aria-label={`Revoke ${name}`}
        onClick={() => setIsAsked(true)}
      >
        Revoke
      </button>
    );
  return (
    <span className="actions">
      <button
        type="button"
        className="danger"
        onClick={() =>
          void act({ run: (each) => each.revokeKey({ path: { id } }), done: 'Revoked for good.' }).then(() =>
            setIsAsked(false),
          )
        }
      >
        Revoke for good
      </button>
      <button
        type="button"
        className="plain"
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the button that had the focus is gone; who asked by the keyboard stays here
        autoFocus
        onClick={() => setIsAsked(false)}
      >
        Keep it
      </button>
    </span>
  );
}
