import { isOurTool, stripRecalled } from '@memory/text/recall';
import type { SessionObservation } from './session-observation.ts';

/** The observations in the order they happened, without what we injected ourselves and without empty ones. */
export function prepareObservations(observations: readonly SessionObservation[]): SessionObservation[] {
  return observations
    .filter(({ tool_name }) => !isOurTool(tool_name))
    .map((observation) => ({ ...observation, content: stripRecalled(observation.content) }))
    .filter(({ content }) => content !== '')
    .sort((a, b) => a.occurred_at.getTime() - b.occurred_at.getTime());
}
