import type { Tool } from '@modelcontextprotocol/server';
import type { MemoryIdForm } from '@memory/contracts';
import type { Profile } from '@memory/contracts/profiles';
import {
  allToolEntries,
  isInProfile,
  toolJsonSchemas,
  type AnyToolName,
  type ToolRow,
} from '@memory/contracts/tools';
import type { LocalToolName } from './local-tools/local-tools.ts';

/** Which tool of the service does the work of one that reads files here, or is offered whenever it is. */
const OFFERED_WITH: Readonly<Record<LocalToolName, AnyToolName>> = {
  document_ingest_file: 'document_ingest',
  document_ingest_files_batch: 'document_ingest_batch',
  document_ingest_batch_from_file: 'document_ingest_batch',
  sdlc_seed_from_file: 'sdlc_seed',
  code_impact: 'code_path',
};

/** The tools over stdio: what the service offers, less the upload addresses, and the tools that read files here. */
export function offeredOverStdio(remote: readonly Tool[], form: MemoryIdForm): Tool[] {
  const byName = new Map(remote.map((tool) => [tool.name, tool]));
  return allToolEntries.flatMap(([name, row]) => {
    if (!row.transports.includes('stdio')) return [];
    const target = isLocalTool(name) ? OFFERED_WITH[name] : undefined;
    if (target !== undefined) return byName.has(target) ? [describeTool(name, row, form)] : [];
    return byName.get(name) ?? [];
  });
}

/** Tools as far as they can be told while the service has not been reached. */
export const expectedOverStdio = (form: MemoryIdForm, profiles: readonly Profile[]): Tool[] =>
  allToolEntries
    .filter(([name, row]) => row.transports.includes('stdio') && isInProfile(profiles, name, row))
    .map(([name, row]) => describeTool(name, row, form));

export const isOverStdio = (name: string): boolean =>
  allToolEntries.some(([known, { transports }]) => known === name && transports.includes('stdio'));

export const isLocalTool = (name: string): name is LocalToolName => Object.hasOwn(OFFERED_WITH, name);

function describeTool(name: AnyToolName, row: ToolRow, form: MemoryIdForm): Tool {
  const { title, description, hints: annotations } = row;
  const { inputSchema, outputSchema } = toolJsonSchemas(row, form);
  return { name, title, description, annotations, inputSchema, outputSchema } as Tool;
}
