import { basename } from 'node:path';
import { findProject } from '../hook/project/find-project.ts';
import { isSameProject } from '../sync/read-workspace.ts';
import type { ImportItem, ImportMachine } from './source.ts';

/** The project of a folder, as hooks and the bridge name it: memories told there are asked for by this name. */
export const projectOf = (folder: string): string => findProject(folder, process.env).label;

/**
 * Items of the project at hand, from a tool that keeps all projects of its user. Others are passed over and told, unless they
 * are asked for: a workspace may be shared.
 */
export async function* ofThisProject(
  items: AsyncIterable<ImportItem>,
  { cwd, takesAll }: Pick<ImportMachine, 'cwd' | 'takesAll'>,
): AsyncGenerator<ImportItem> {
  const { label, root } = findProject(cwd, process.env);
  // Some tools go by the name of the folder, whatever its remote is called.
  const isOwn = (project: string) => isSameProject(project, label) || project === basename(root);
  for await (const item of items) {
    const project = item.kind === 'record' ? item.record.project : undefined;
    if (takesAll || !project || isOwn(project)) yield item;
    else yield { kind: 'passed', place: project, reason: 'of another project (--all takes it)' };
  }
}
