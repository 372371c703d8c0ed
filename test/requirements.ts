import { auth } from './requirements/access/auth.ts';
import { aws } from './requirements/aws.ts';
import { anchors } from './requirements/memories/anchors.ts';
import { branches } from './requirements/memories/branches.ts';
import { code } from './requirements/code.ts';
import { consoleRequirements } from './requirements/console.ts';
import { contradictions } from './requirements/memories/contradictions.ts';
import { discovery } from './requirements/memories/discovery.ts';
import { documents } from './requirements/documents.ts';
import { errors } from './requirements/http/errors.ts';
import { extraction } from './requirements/sessions/extraction.ts';
import { feedback } from './requirements/memories/feedback.ts';
import { forgetting } from './requirements/memories/forgetting.ts';
import { graph } from './requirements/search/graph.ts';
import { graphAnalysis } from './requirements/search/graph-analysis.ts';
import { hardening } from './requirements/access/hardening.ts';
import { history } from './requirements/memories/history.ts';
import { hooks } from './requirements/sessions/hooks.ts';
import { http } from './requirements/http/http.ts';
import { idempotency } from './requirements/http/idempotency.ts';
import { imports } from './requirements/imports.ts';
import { installed } from './requirements/installed.ts';
import { keys } from './requirements/access/keys.ts';
import { limits } from './requirements/access/limits.ts';
import { mcpMemoryTools } from './requirements/mcp/mcp-memory-tools.ts';
import { mcpOauth } from './requirements/mcp/mcp-oauth.ts';
import { mcpServer } from './requirements/mcp/mcp-server.ts';
import { mcpSessionTools } from './requirements/mcp/mcp-session-tools.ts';
import { memoriesChange } from './requirements/memories/memories-change.ts';
import { memoriesRead } from './requirements/memories/memories-read.ts';
import { memoriesStore } from './requirements/memories/memories-store.ts';
import { memoryObject } from './requirements/memories/memory-object.ts';
import { observations } from './requirements/sessions/observations.ts';
import { operations } from './requirements/operations.ts';
import { records } from './requirements/records.ts';
import { relationships } from './requirements/memories/relationships.ts';
import { scheduledWork } from './requirements/scheduled-work.ts';
import { searchRanking } from './requirements/search/search-ranking.ts';
import { searchRequests } from './requirements/search/search-requests.ts';
import { secrets } from './requirements/access/secrets.ts';
import { sessionContext } from './requirements/sessions/session-context.ts';
import { sessions } from './requirements/sessions/sessions.ts';
import { strangers } from './requirements/access/strangers.ts';
import { sync } from './requirements/sync.ts';

/**
 * Every behaviour that the specification and the decisions state, by id.
 * A test cites the ids it proves with `verifies`; test/unit/requirements.test.ts holds the two together.
 */
export const requirements = {
  ...http,
  ...errors,
  ...auth,
  ...keys,
  ...idempotency,
  ...imports,
  ...installed,
  ...limits,
  ...memoryObject,
  ...memoriesStore,
  ...memoriesChange,
  ...memoriesRead,
  ...feedback,
  ...forgetting,
  ...sync,
  ...searchRequests,
  ...searchRanking,
  ...discovery,
  ...records,
  ...relationships,
  ...contradictions,
  ...graph,
  ...graphAnalysis,
  ...hardening,
  ...history,
  ...hooks,
  ...sessions,
  ...sessionContext,
  ...observations,
  ...extraction,
  ...secrets,
  ...scheduledWork,
  ...mcpServer,
  ...mcpOauth,
  ...mcpMemoryTools,
  ...mcpSessionTools,
  ...documents,
  ...anchors,
  ...branches,
  ...code,
  ...operations,
  ...strangers,
  ...consoleRequirements,
  ...aws,
};

export type RequirementId = keyof typeof requirements;
