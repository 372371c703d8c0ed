import type { TestWorkspace } from './service.ts';

/** Arguments with which every tool over HTTP does its work. */
export async function toolArguments(
  service: TestWorkspace,
): Promise<Record<string, Record<string, unknown>>> {
  const memory = await service.store();
  const ref = { [service.form === 'A' ? 'id' : 'memory_id']: service.ref(memory) };
  const { body: session } = await service.post('/api/v1/sessions/start', { session_id: `s-${service.id}` });
  return {
    memory_search: { query: 'title' },
    memory_get_detail: ref,
    memory_get_related: ref,
    memory_by_file: { file_path: 'a.ts' },
    memory_store: { title: 'T', memory_type: 'general', content: 'C' },
    memory_rate: { ...ref, useful: true },
    memory_explore: { query: 'title' },
    session_end: { session_id: session.session_id },
    session_get_context: { session_id: session.session_id },
    document_ingest: { title: 'D', content: '# D\n\nText.' },
    document_ingest_batch: { documents: [{ title: 'E', content: 'Text.' }] },
    sdlc_seed: { content: '# S\n\nText.', document_type: 'spec' },
    code_context: { symbol_name: 'main' },
  };
}

/** They need a symbol; they are proven where code is indexed. */
export const OF_A_SYMBOL: readonly string[] = ['code_navigate', 'code_callers', 'code_callees'];
