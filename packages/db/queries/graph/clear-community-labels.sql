-- clearCommunityLabels in packages/db/src/graph/clear-community-labels.ts

update memory_counters
set
  community_label = null
where
  workspace_id = $1::uuid
  and community_label is not null
