import { roleOf } from './role-of.ts';
import type { SessionObservation } from '../session-observation.ts';

/** What a person asked for, and all that was said and done until they asked for something else. */
export interface Exchange {
  asked: SessionObservation;
  remarks: SessionObservation[];
  changes: SessionObservation[];
  /** Whether something that was proposed was agreed to */
  isAgreed: boolean;
  /** Whether something was run before the last remark */
  isLookedInto: boolean;
  /** How many remarks were made before the first change */
  remarksBeforeChange: number;
  /** The last remark before it, in which “it” and “that” may stand for something */
  before: SessionObservation | undefined;
  /** What was asked for before it */
  askedBefore: SessionObservation | undefined;
}

/** Agreement and thanks ask for nothing new: what follows belongs to what was proposed. */
const AGREEMENT =
  /^(?:(?:ok(?:ay)?|yes|yep|yeah|ja|si|oui|sure|please|pls|do|that|it|this|so|go|ahead|on|for|fine|great|good|cool|nice|perfect|right|correct|exactly|agreed|thanks?|thx|ty|you|continue|proceed|the|makes|sense|sounds|lgtm|love|ship|merge|commit|push)\b[\s,.!]*)+$|^\W*$/i;

/** The exchanges of a session; what was said before anybody asked for something belongs to none. */
export function exchangesOf(observations: readonly SessionObservation[]): Exchange[] {
  const exchanges: Exchange[] = [];
  let lastRemark: SessionObservation | undefined;
  let hasRun = false;
  for (const observation of observations) {
    const role = roleOf(observation);
    const current = exchanges.at(-1);
    if (role === 'request' && (current === undefined || !AGREEMENT.test(observation.content)))
      exchanges.push({
        asked: observation,
        remarks: [],
        changes: [],
        isAgreed: false,
        remarksBeforeChange: 0,
        isLookedInto: false,
        before: lastRemark,
        askedBefore: current?.asked,
      });
    if (role === 'request' && current !== undefined && AGREEMENT.test(observation.content))
      current.isAgreed ||= current.changes.length === 0;
    if (role === 'remark' || role === 'decision') {
      current?.remarks.push(observation);
      if (current !== undefined) current.isLookedInto ||= hasRun;
      lastRemark = observation;
    }
    if (role === 'request') hasRun = false;
    if (role === 'result' || role === 'failure') hasRun = true;
    if (role === 'change' && current !== undefined) {
      if (current.changes.length === 0) current.remarksBeforeChange = current.remarks.length;
      current.changes.push(observation);
    }
  }
  return exchanges;
}
