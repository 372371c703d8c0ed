import { expect } from 'vitest';
import { queryRows } from '@memory/db';
import { testWithService, type TestWorkspace } from '../../host/service.ts';
import { freshSessionId } from '../../support/sessions.ts';
import { verifiesWith } from '../../support/verifies.ts';

const verifies = verifiesWith(testWithService);

const linksOf = async ({ services, id }: TestWorkspace): Promise<(string | null)[]> =>
  (
    await queryRows<{ session_id: string | null }>(services.db)`
      select session_id from feedback where workspace_id = ${id}::uuid order by created_at, id`
  ).map(({ session_id }) => session_id);

verifies(
  ['feedback.session', 'feedback.session-foreign', 'feedback.session-unknown'],
  async ({ service, other }) => {
    const own = (await service.post('/api/v1/sessions/start', { session_id: freshSessionId() })).body
      .session_id;
    const foreign = (await other.post('/api/v1/sessions/start', { session_id: freshSessionId() })).body
      .session_id;
    const [ref = ''] = await service.seedMemories(1);
    const give = (session_id: string) =>
      service.post(`/api/v1/memories/${ref}/feedback`, { useful: true, session_id });
    const replies = [await give(own), await give(foreign), await give(freshSessionId())];
    expect(replies.map(({ status }) => status)).toEqual([201, 201, 201]);
    expect(replies.map(({ body }) => body.feedback_positive_count)).toEqual([1, 2, 3]);
    const [first, second, third] = replies.map(({ body }) => ({ ...body, feedback_positive_count: 0 }));
    expect(second).toEqual(first);
    expect(third).toEqual(first);
    expect(await linksOf(service)).toEqual([own, null, null]);
    expect(await linksOf(other)).toEqual([]);
  },
);
