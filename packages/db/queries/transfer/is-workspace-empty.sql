-- isWorkspaceEmpty in packages/db/src/transfer/is-workspace-empty.ts

select
  (
    exists (
      select
      from
        "sessions"
      where
        workspace_id = $1::uuid
      union all
      select
      from
        "memories"
      where
        workspace_id = $2::uuid
      union all
      select
      from
        "memory_counters"
      where
        workspace_id = $3::uuid
      union all
      select
      from
        "memory_embeddings"
      where
        workspace_id = $4::uuid
      union all
      select
      from
        "embedding_refusals"
      where
        workspace_id = $5::uuid
      union all
      select
      from
        "relationships"
      where
        workspace_id = $6::uuid
      union all
      select
      from
        "feedback"
      where
        workspace_id = $7::uuid
      union all
      select
      from
        "observations"
      where
        workspace_id = $8::uuid
      union all
      select
      from
        "memory_sources"
      where
        workspace_id = $9::uuid
      union all
      select
      from
        "type_changes"
      where
        workspace_id = $10::uuid
      union all
      select
      from
        "documents"
      where
        workspace_id = $11::uuid
      union all
      select
      from
        "document_sections"
      where
        workspace_id = $12::uuid
      union all
      select
      from
        "code_repositories"
      where
        workspace_id = $13::uuid
      union all
      select
      from
        "code_files"
      where
        workspace_id = $14::uuid
      union all
      select
      from
        "code_symbols"
      where
        workspace_id = $15::uuid
      union all
      select
      from
        "code_edges"
      where
        workspace_id = $16::uuid
      union all
      select
      from
        "memory_grounds"
      where
        workspace_id = $17::uuid
      union all
      select
      from
        "memory_anchors"
      where
        workspace_id = $18::uuid
      union all
      select
      from
        "ground_settlements"
      where
        workspace_id = $19::uuid
      union all
      select
      from
        "branches"
      where
        workspace_id = $20::uuid
      union all
      select
      from
        "branch_ends"
      where
        workspace_id = $21::uuid
      union all
      select
      from
        "tombstones"
      where
        workspace_id = $22::uuid
      union all
      select
      from
        "glossary_groups"
      where
        workspace_id = $23::uuid
      union all
      select
      from
        "lexeme_frequencies"
      where
        workspace_id = $24::uuid
      union all
      select
      from
        "lexical_snapshots"
      where
        workspace_id = $25::uuid
    )
  )::bool as "found" /* planned once */
