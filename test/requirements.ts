import { auth } from './requirements/auth.ts';
import { aws } from './requirements/aws.ts';
import { anchors } from './requirements/anchors.ts';
import { code } from './requirements/code.ts';
import { consoleRequirements } from './requirements/console.ts';
import { contradictions } from './requirements/contradictions.ts';
import { discovery } from './requirements/discovery.ts';
import { documents } from './requirements/documents.ts';
import { errors } from './requirements/errors.ts';
import { extraction } from './requirements/extraction.ts';
import { feedback } from './requirements/feedback.ts';
import { forgetting } from './requirements/forgetting.ts';
import { graph } from './requirements/graph.ts';
import { graphAnalysis } from './requirements/graph-analysis.ts';
import { hardening } from './requirements/hardening.ts';
import { history } from './requirements/history.ts';
import { hooks } from './requirements/hooks.ts';
import { http } from './requirements/http.ts';
import { idempotency } from './requirements/idempotency.ts';
import { imports } from './requirements/imports.ts';
import { installed } from './requirements/installed.ts';
import { keys } from './requirements/keys.ts';
import { limits } from './requirements/limits.ts';
import { mcpMemoryTools } from './requirements/mcp-memory-tools.ts';
import { mcpOauth } from './requirements/mcp-oauth.ts';
import { mcpServer } from './requirements/mcp-server.ts';
import { mcpSessionTools } from './requirements/mcp-session-tools.ts';
import { memoriesChange } from './requirements/memories-change.ts';
import { memoriesRead } from './requirements/memories-read.ts';
import { memoriesStore } from './requirements/memories-store.ts';
import { memoryObject } from './requirements/memory-object.ts';
import { observations } from './requirements/observations.ts';
import { operations } from './requirements/operations.ts';
import { records } from './requirements/records.ts';
import { relationships } from './requirements/relationships.ts';
import { scheduledWork } from './requirements/scheduled-work.ts';
import { searchRanking } from './requirements/search-ranking.ts';
import { searchRequests } from './requirements/search-requests.ts';
import { secrets } from './requirements/secrets.ts';
import { sessionContext } from './requirements/session-context.ts';
import { sessions } from './requirements/sessions.ts';
import { strangers } from './requirements/strangers.ts';
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
  ...code,
  ...operations,
  ...strangers,
  ...consoleRequirements,
  ...aws,
};

export type RequirementId = keyof typeof requirements;
