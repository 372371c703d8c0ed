import type { Requirement } from './requirement.ts';

/** Consolidation, importance, reclassification and pruning. */
export const scheduledWork = {
  'consolidation.merged': {
    section: 'Decision 9',
    part: 5,
    text: 'A merged memory has `is_consolidated` true and `consolidated_from` with the identifiers of its sources, in the form in force.',
  },
  'consolidation.sources-stay': {
    section: 'Decision 9',
    part: 5,
    text: 'The sources of a consolidation stay and are linked by `supersedes` from the merged one.',
  },
  'consolidation.no-deletes': {
    section: 'Decision 9',
    part: 5,
    text: 'No job deletes memories.',
  },
  'consolidation.method': {
    section: 'Decision 33',
    part: 5,
    text: 'Edges made by consolidation carry `discovery_method` `session_context`.',
  },
  'importance.positive-raises': {
    section: 'Events',
    part: 5,
    text: 'The recalculation raises importance by positive feedback.',
  },
  'importance.negative-lowers': {
    section: 'Events',
    part: 5,
    text: 'The recalculation lowers importance by negative feedback.',
  },
  'importance.access': {
    section: 'Events',
    part: 5,
    text: 'A higher `access_count` never lowers the recalculated importance.',
  },
  'importance.retrieval': {
    section: 'Events',
    part: 5,
    text: 'A higher `retrieval_count` never lowers the recalculated importance.',
  },
  'importance.confidence': {
    section: 'Events',
    part: 5,
    text: 'A higher original `confidence_score` never lowers the recalculated importance.',
  },
  'importance.scheduled-only': {
    section: 'Events',
    part: 5,
    text: 'Feedback, access and retrieval change importance only through the scheduled job.',
  },
  'importance.whole-workspace': {
    section: 'Events',
    part: 5,
    text: 'The job treats every memory of the workspace and none of another.',
  },
  'reclassifier.edges': {
    section: 'Events',
    part: 5,
    text: 'The nightly reclassifier may retype discovered edges.',
  },
  'reclassifier.manual-kept': {
    section: 'Events',
    part: 5,
    text: 'The nightly reclassifier leaves manual edges as they are.',
  },
  'reclassifier.general': {
    section: 'Events',
    part: 5,
    text: 'The nightly reclassifier gives `general` memories another type when it is sure enough.',
  },
  'importance.range': {
    section: 'Part 5',
    part: 5,
    text: 'The recalculated importance lies in 0.0 to 1.0.',
  },
  'importance.no-drift': {
    section: 'Part 5',
    part: 5,
    text: 'The same inputs give the same result however often the job runs.',
  },
  'importance.decay': {
    section: 'Part 5',
    part: 5,
    text: 'Importance that is not used decays slowly.',
  },
  'reclassifier.only-general': {
    section: 'Part 5',
    part: 5,
    text: 'Memories of other types keep their type.',
  },
  'reclassifier.offline': {
    section: 'Part 5',
    part: 5,
    text: 'Without a text generator a type comes from typed nearest neighbours above a confidence threshold, else `general` stays.',
  },
  'reclassifier.model-nonsense': {
    section: 'Part 5',
    part: 5,
    text: 'Nonsense of the model changes nothing.',
  },
  'reclassifier.recorded': {
    section: 'Part 5',
    part: 5,
    text: 'Each change is recorded: what, from, to, why.',
  },
  'reclassifier.undo': {
    section: 'Part 5',
    part: 5,
    text: 'An operator can read the changes and undo one.',
  },
  'pruning.dry-run': {
    section: 'Part 5',
    part: 5,
    text: '`admin prune --dry-run` tells what would be deleted and deletes nothing.',
  },
  'pruning.apply': {
    section: 'Part 5',
    part: 5,
    text: '`admin prune --apply` writes an export, then deletes exactly the pruning candidates.',
  },
  'jobs.halfway': {
    section: 'Part 5',
    part: 5,
    text: 'Each job of this part killed halfway and delivered again ends in the same state.',
  },
} as const satisfies Record<string, Requirement>;
