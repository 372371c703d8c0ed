import type { MemoryIdForm } from '@memory/contracts';
import { memoryParameter, type ToolName } from '@memory/contracts/tools';
import { unknownRef } from '../unknown-ref.ts';

interface WrongCall {
  args: Record<string, unknown>;
  code: string;
  /** The name in the message by which a caller can mend it. */
  names: string;
}

const invalid = (args: Record<string, unknown>, names: string): WrongCall => ({
  args,
  code: 'validation_failed',
  names,
});

const foreign: WrongCall = {
  args: { workspace_id: 'nonsense' },
  code: 'invalid_workspace_id',
  names: 'nonsense',
};

const unknown = (name: string, value: string): WrongCall => ({
  args: { [name]: value },
  code: 'not_found',
  names: value,
});

/** One call of each tool that it must refuse. */
export function wrongToolArguments(form: MemoryIdForm): Record<ToolName, WrongCall> {
  const ref = memoryParameter(form);
  return {
    memory_search: invalid({ query: 'x', limit: 101 }, 'limit'),
    memory_get_detail: unknown(ref, unknownRef(form)),
    memory_get_timeline: invalid({ days: 0 }, 'days'),
    memory_get_index: invalid({ limit: '5' }, 'limit'),
    memory_get_related: invalid({}, ref),
    memory_by_file: invalid({}, 'file_path'),
    memory_store: invalid({ title: 'T', memory_type: 'rumour', content: 'C' }, 'memory_type'),
    memory_rate: invalid({ [ref]: unknownRef(form), useful: 'yes' }, 'useful'),
    memory_explore: invalid({ query: 'x', max_nodes: 201 }, 'max_nodes'),
    workspace_insight: foreign,
    session_start: invalid({ project_path: 5 }, 'project_path'),
    session_end: unknown('session_id', 'none-such'),
    session_get_context: invalid({ session_id: 'none-such', max_memories: 0 }, 'max_memories'),
    document_ingest: invalid({ title: 'T' }, 'content'),
    document_ingest_batch: invalid({ documents: [] }, 'documents'),
    document_ingest_file: invalid({ file_path: 'guide.md' }, 'guide.md'),
    document_ingest_files_batch: invalid({ file_paths: '/guide.md' }, 'file_paths'),
    document_ingest_batch_from_file: invalid({ batch_file_path: '/no/such.json' }, '/no/such.json'),
    document_ingest_batch_get_upload_url: foreign,
    sdlc_seed: invalid({ content: 'C', document_type: 'novel' }, 'document_type'),
    sdlc_seed_from_file: invalid({ document_type: 'spec' }, 'file_path: Field required'),
    sdlc_seed_get_upload_url: invalid({ workspace_id: 5 }, 'workspace_id'),
    sdlc_get_version: foreign,
    code_search: invalid({ symbol_type: 'method' }, 'symbol_type'),
    code_navigate: unknown('symbol_id', 'nonsense'),
    code_callers: invalid({}, 'symbol_id'),
    code_callees: invalid({ symbol_id: 5 }, 'symbol_id'),
    code_context: invalid({ symbol_name: 5 }, 'symbol_name'),
  };
}
