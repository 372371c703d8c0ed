import type { Requirement } from './requirement.ts';

/** Consolidation, importance, reclassification and pruning. */
export const scheduledWork = {
  'consolidation.merged': {
    section: 'docs/decisions/identifiers.md#9-merged-memories-keep-their-sources',
    text: 'A merged memory has `is_consolidated` true and `consolidated_from` with the identifiers of its sources, in the form in force.',
  },
  'consolidation.sources-stay': {
    section: 'docs/decisions/identifiers.md#9-merged-memories-keep-their-sources',
    text: 'The sources of a consolidation stay and are linked by `supersedes` from the merged one.',
  },
  'consolidation.no-deletes': {
    section: 'docs/decisions/identifiers.md#9-merged-memories-keep-their-sources',
    text: 'No job deletes memories.',
  },
  'consolidation.method': {
    section: 'docs/decisions/graph.md#33-direction-and-origin-of-types',
    text: 'Edges made by consolidation carry `discovery_method` `session_context`.',
  },
  'importance.positive-raises': {
    section: 'docs/specification.md#background-work',
    text: 'The recalculation raises importance by positive feedback.',
  },
  'importance.negative-lowers': {
    section: 'docs/specification.md#background-work',
    text: 'The recalculation lowers importance by negative feedback.',
  },
  'importance.access': {
    section: 'docs/specification.md#background-work',
    text: 'A higher `access_count` never lowers the recalculated importance.',
  },
  'importance.retrieval': {
    section: 'docs/specification.md#background-work',
    text: 'A higher `retrieval_count` never lowers the recalculated importance.',
  },
  'importance.confidence': {
    section: 'docs/specification.md#background-work',
    text: 'A higher original `confidence_score` never lowers the recalculated importance.',
  },
  'importance.scheduled-only': {
    section: 'docs/specification.md#background-work',
    text: 'Feedback, access and retrieval change importance only through the scheduled job.',
  },
  'importance.whole-workspace': {
    section: 'docs/specification.md#background-work',
    text: 'The job treats every memory of the workspace and none of another.',
  },
  'reclassifier.edges': {
    section: 'docs/specification.md#background-work',
    text: 'The nightly reclassifier may retype discovered edges.',
  },
  'reclassifier.manual-kept': {
    section: 'docs/specification.md#background-work',
    text: 'The nightly reclassifier leaves manual edges as they are.',
  },
  'reclassifier.general': {
    section: 'docs/specification.md#background-work',
    text: 'The nightly reclassifier gives `general` memories another type when it is sure enough.',
  },
  'importance.range': {
    section: 'docs/specification.md#importance',
    text: 'The recalculated importance lies in 0.0 to 1.0.',
  },
  'importance.no-drift': {
    section: 'docs/specification.md#importance',
    text: 'The same inputs give the same result however often the job runs.',
  },
  'importance.superseded': {
    section: 'docs/decisions/search.md#28-superseded-memories',
    text: 'The importance of a superseded memory is halved by the nightly job, and comes back when the statement is taken back.',
  },
  'importance.decay': {
    section: 'docs/specification.md#importance',
    text: 'Importance that is not used decays slowly.',
  },
  'reclassifier.only-general': {
    section: 'docs/specification.md#reclassification',
    text: 'Memories of other types keep their type.',
  },
  'reclassifier.offline': {
    section: 'docs/specification.md#reclassification',
    text: 'Without a text generator a type comes from typed nearest neighbours above a confidence threshold, else `general` stays.',
  },
  'reclassifier.model-nonsense': {
    section: 'docs/specification.md#reclassification',
    text: 'Nonsense of the model changes nothing.',
  },
  'reclassifier.recorded': {
    section: 'docs/specification.md#reclassification',
    text: 'Each change is recorded: what, from, to, why.',
  },
  'reclassifier.undo': {
    section: 'docs/specification.md#reclassification',
    text: 'An operator can read the changes and undo one.',
  },
  'pruning.dry-run': {
    section: 'docs/specification.md#pruning',
    text: '`admin prune --dry-run` tells what would be deleted and deletes nothing.',
  },
  'pruning.apply': {
    section: 'docs/specification.md#pruning',
    text: '`admin prune --apply` writes an export, then deletes exactly the pruning candidates.',
  },
  'jobs.halfway': {
    section: 'docs/specification.md#jobs',
    text: 'Each job of this part killed halfway and delivered again ends in the same state.',
  },
} as const satisfies Record<string, Requirement>;
