import { SCOPES, type Scope } from '@memory/contracts';
import { useSession } from '../../session/session-context.ts';
import { operate } from '../../session/session.ts';
import { useOperation } from '../../session/use-operation.ts';
import { AsyncState } from '../../ui/async-state.tsx';
import { Choice } from '../../ui/choice.tsx';
import { Moment, Plain } from '../../ui/text/inline.tsx';
import { Table } from '../../ui/table.tsx';
import { useAct } from '../../ui/use-act.ts';
import { useDraft } from '../../ui/use-draft.ts';

export function Members() {
  const { session, workspaceId } = useSession();
  const act = useAct();
  const issuerInForce = session.settings['OAUTH_ISSUER'] ?? '';
  const { draft, set } = useDraft<{ subject: string; issuer: string; scope: Scope }>(
    `member ${workspaceId}`,
    {
      subject: '',
      issuer: issuerInForce,
      scope: 'write',
    },
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
  const remove = (login: { issuer: string; subject: string; scope: Scope }) =>
    void act({
      run: () => operate('removeMembership', { workspaceId, issuer: login.issuer, subject: login.subject }),
      done: 'The member is shut out.',
      undo: () =>
        operate('addMembership', {
          workspaceId,
          issuer: login.issuer,
          subject: login.subject,
          scope: login.scope,
        }),
    });
  return (
    <section>
      <h2 id="members">Members</h2>
      <form
        className="fields"
        onSubmit={(event) => {
          event.preventDefault();
          void add();
        }}
      >
        <label>
          Login (claim “sub”)
          <input
            type="text"
            required
            maxLength={200}
            value={subject}
            onChange={({ target }) => set({ ...draft, subject: target.value })}
          />
        </label>
        <label>
          Provider
          <input
            type="url"
            required
            placeholder="https://…"
            value={issuer}
            onChange={({ target }) => set({ ...draft, issuer: target.value })}
          />
        </label>
        <Choice
          label="They may"
          value={scope}
          values={SCOPES}
          none={null}
          onChange={(next = scope) => set({ ...draft, scope: next })}
        />
        <button type="submit">Add a member</button>
      </form>
      {issuerInForce === '' && (
        <p className="quiet">
          Logins are off: <code>OAUTH_ISSUER</code> is not set. Members that you add can log in as soon as it
          is.
        </p>
      )}
      <AsyncState
        query={query}
        isEmpty={({ memberships }) => memberships.length === 0}
        empty={<p className="quiet">No members: only keys come in.</p>}
      >
        {({ memberships }) => (
          <Table name="members" head={['Login', 'Provider', 'May', 'Added', 'Last seen', 'Actions']}>
            {memberships.map((each) => (
              <tr key={`${each.issuer} ${each.subject}`}>
                <th scope="row">
                  <Plain>{each.subject}</Plain>
                </th>
                <td>
                  <Plain>{each.issuer}</Plain>
                </td>
                <td>{each.scope}</td>
                <td>
                  <Moment at={each.created_at} />
                </td>
                <td>{each.last_used_at ? <Moment at={each.last_used_at} /> : 'never'}</td>
                <td>
                  <button
                    type="button"
                    className="plain danger"
                    aria-label={`Remove ${each.subject}`}
                    onClick={() => remove(each)}
                  >
                    Remove
                  </button>
                </td>
              </tr>
            ))}
          </Table>
        )}
      </AsyncState>
    </section>
  );
}
