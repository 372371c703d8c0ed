import { SCOPES, type Scope } from '@memory/contracts';
import { useSession, useOperation } from '../../session/session-context.ts';
import { operate } from '../../session/session.ts';
import { AsyncState, Button, Choice, Field, Form } from '../../ui/parts.tsx';
import { Moment } from '../../ui/text/inline.tsx';
import { Table } from '../../ui/table.tsx';
import { useAct, useDraft } from '../../ui/hooks.ts';

export function Members() {
  const { session, workspaceId } = useSession();
  const act = useAct();
  const issuerInForce = session.settings['OAUTH_ISSUER'] ?? '';
  const { draft, set } = useDraft<{ subject: string; issuer: string; scope: Scope }>(
    `member ${workspaceId}`,
    { subject: '', issuer: issuerInForce, scope: 'write' },
  );
  const { subject, issuer, scope } = draft;
  const query = useOperation('listMemberships', {});
  const add = async () => {
    const login = { workspaceId, issuer, subject };
    const before = query.data?.memberships.find((each) => each.issuer === issuer && each.subject === subject);
    const done = await act({
      run: () => operate('addMembership', { ...login, scope }),
      done: before ? 'The member has another scope.' : 'The member is added.',
      once: `add member ${subject}`,
      undo: () =>
        before
          ? operate('addMembership', { ...login, scope: before.scope })
          : operate('removeMembership', login),
    });
    if (done) set({ ...draft, subject: '' });
  };
  const remove = (member: { issuer: string; subject: string; scope: Scope }) => {
    const login = { workspaceId, issuer: member.issuer, subject: member.subject };
    return act({
      run: () => operate('removeMembership', login),
      done: 'The member is shut out.',
      undo: () => operate('addMembership', { ...login, scope: member.scope }),
    });
  };
  return (
    <section>
      <h2 id="members">Members</h2>
      <Form className="fields" onSubmit={add}>
        <Field
          label="Login (claim “sub”)"
          required
          maxLength={200}
          value={subject}
          onChange={(next) => set({ ...draft, subject: next })}
        />
        <Field
          label="Provider"
          type="url"
          required
          placeholder="https://…"
          value={issuer}
          onChange={(next) => set({ ...draft, issuer: next })}
        />
        <Choice
          label="They may"
          value={scope}
          values={SCOPES}
          none={null}
          onChange={(next = scope) => set({ ...draft, scope: next })}
        />
        <button type="submit">Add a member</button>
      </Form>
      {issuerInForce === '' && (
        <p className="quiet">
          Logins are off: <code>OAUTH_ISSUER</code> is not set. Members that you add can log in as soon as it
          is.
        </p>
      )}
      <AsyncState
        query={query}
        isEmpty={({ memberships }) => memberships.length === 0}
        empty="No members: only keys come in."
      >
        {({ memberships }) => (
          <Table
            name="members"
            rows={memberships}
            keyOf={(each) => `${each.issuer} ${each.subject}`}
            columns={{
              Login: (each) => each.subject,
              Provider: (each) => each.issuer,
              May: (each) => each.scope,
              Added: ({ created_at }) => <Moment at={created_at} />,
              'Last seen': ({ last_used_at }) => <Moment at={last_used_at} />,
              Actions: (each) => (
                <Button kind="plain danger" name={`Remove ${each.subject}`} on={() => remove(each)}>
                  Remove
                </Button>
              ),
            }}
          />
        )}
      </AsyncState>
    </section>
  );
}
