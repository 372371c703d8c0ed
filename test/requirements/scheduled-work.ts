import { under } from './requirement.ts';

/** Consolidation, importance, reclassification and pruning. */
export const scheduledWork = under({
  'docs/decisions/identifiers.md#9-merged-memories-keep-their-sources': {
    'consolidation.merged':
      'A merged memory has `is_consolidated` true and `consolidated_from` with the identifiers of its sources, in the form in force.',
    'consolidation.sources-stay':
      'The sources of a consolidation stay and are linked by `supersedes` from the merged one.',
    'consolidation.no-deletes': 'No job deletes memories.',
  },
  'docs/decisions/graph.md#33-direction-and-origin-of-types': {
    'consolidation.method': 'Edges made by consolidation carry `discovery_method` `session_context`.',
  },
  'docs/specification.md#background-work': {
    'importance.positive-raises': 'The recalculation raises importance by positive feedback.',
    'importance.negative-lowers': 'The recalculation lowers importance by negative feedback.',
    'importance.access': 'A higher `access_count` never lowers the recalculated importance.',
    'importance.retrieval': 'A higher `retrieval_count` never lowers the recalculated importance.',
    'importance.confidence': 'A higher original `confidence_score` never lowers the recalculated importance.',
    'importance.scheduled-only':
      'Feedback, access and retrieval change importance only through the scheduled job.',
    'importance.whole-workspace': 'The job treats every memory of the workspace and none of another.',
    'reclassifier.edges': 'The nightly reclassifier may retype discovered edges.',
    'reclassifier.manual-kept': 'The nightly reclassifier leaves manual edges as they are.',
    'reclassifier.general':
      'The nightly reclassifier gives `general` memories another type when it is sure enough.',
  },
  'docs/specification.md#importance': {
    'importance.range': 'The recalculated importance lies in 0.0 to 1.0.',
    'importance.no-drift': 'The same inputs give the same result however often the job runs.',
    'importance.decay': 'Importance that is not used decays slowly.',
  },
  'docs/decisions/search.md#28-superseded-memories': {
    'importance.superseded':
      'The importance of a superseded memory is halved by the nightly job, and comes back when the statement is taken back.',
  },
  'docs/specification.md#reclassification': {
    'reclassifier.only-general': 'Memories of other types keep their type.',
    'reclassifier.offline':
      'Without a text generator a type comes from typed nearest neighbours above a confidence threshold, else `general` stays.',
    'reclassifier.model-nonsense': 'Nonsense of the model changes nothing.',
    'reclassifier.recorded': 'Each change is recorded: what, from, to, why.',
    'reclassifier.undo': 'An operator can read the changes and undo one.',
  },
  'docs/specification.md#pruning': {
    'pruning.dry-run': '`admin prune --dry-run` tells what would be deleted and deletes nothing.',
    'pruning.apply': '`admin prune --apply` writes an export, then deletes exactly the pruning candidates.',
  },
  'docs/specification.md#jobs': {
    'jobs.halfway': 'Each job of this part killed halfway and delivered again ends in the same state.',
  },
});
