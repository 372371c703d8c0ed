import { sessions } from '@memory/contracts';
import * as core from '@memory/core';
import { endpoint } from '@memory/service';

// /api/v1/sessions
export const startSession = endpoint(sessions, 'startSession', core.startSession);
export const endSession = endpoint(sessions, 'endSession', core.endSession);
export const getSessionContext = endpoint(sessions, 'getSessionContext', core.getSessionContext);
export const listSessions = endpoint(sessions, 'listSessions', core.listSessions);
export const getSession = endpoint(sessions, 'getSession', core.getSession);
export const updateSession = endpoint(sessions, 'updateSession', core.updateSession);
export const recordObservations = endpoint(
  sessions,
  'recordObservations',
  (services, workspace, input, { redacted }) =>
    core.recordObservations(services, workspace, { ...input, redacted }),
);
export const tellMoment = endpoint(sessions, 'tellMoment', (services, workspace, input, { redacted }) =>
  core.tellMoment(services, workspace, { ...input, redacted }),
);
export const deleteObservation = endpoint(sessions, 'deleteObservation', core.retractObservation);
export const listObservations = endpoint(sessions, 'listObservations', core.listObservations);
