import { useState } from 'react';
import { SCOPES, type Scope } from '@memory/contracts';
import { useSession, useAsk } from '../../session/session-context.ts';
import { AsyncState, Button, Choice, Field, Form } from '../../ui/parts.tsx';
import { Moment } from '../../ui/text/inline.tsx';
import { Table } from '../../ui/table.tsx';
import { useAct, useDraft } from '../../ui/hooks.ts';

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
      <Form className="fields" onSubmit={create}>
        <Field
          label="Name of a new key"
          required
          maxLength={200}
          value={name}
          onChange={(next) => set({ ...draft, name: next })}
        />
        <Choice
          label="It may"
          value={scope}
          values={SCOPES}
          none={null}
          onChange={(next = scope) => set({ ...draft, scope: next })}
        />
        <button type="submit">Make a key</button>
      </Form>
      {secret !== '' && (
        <p className="note" role="status">
          Shown this once, so copy it now: <code className="secret">{secret}</code>{' '}
          <Button on={() => setSecret('')}>I have it</Button>
        </p>
      )}
      <AsyncState query={query}>
        {(keys) => (
          <Table
            name="keys"
            rows={keys}
            keyOf={({ id }) => id}
            isQuiet={({ revoked_at }) => revoked_at !== null}
            columns={{
              Name: (key) => key.name,
              'Begins with': ({ prefix }) => <code>{prefix}</code>,
              May: (key) => key.scope,
              Made: ({ created_at }) => <Moment at={created_at} />,
              Expires: ({ expires_at }) => <Moment at={expires_at} />,
              'Last used': ({ last_used_at }) => <Moment at={last_used_at} />,
              State: (key) => (key.revoked_at ? 'revoked' : <Revoke id={key.id} name={key.name} />),
            }}
          />
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
      <Button kind="plain danger" name={`Revoke ${name}`} on={() => setIsAsked(true)}>
        Revoke
      </Button>
    );
  return (
    <span className="actions">
      <Button
        kind="danger"
        on={() =>
          act({ run: (each) => each.revokeKey({ path: { id } }), done: 'Revoked for good.' }).then(() =>
            setIsAsked(false),
          )
        }
      >
        Revoke for good
      </Button>
      <Button
        kind="plain"
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the button that had the focus is gone; who asked by the keyboard stays here
        autoFocus
        on={() => setIsAsked(false)}
      >
        Keep it
      </Button>
    </span>
  );
}
