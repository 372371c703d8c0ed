import { basename } from 'node:path';
import type { ForeignRecordInput, ManualRelationshipType } from '@memory/contracts';
import type { CapturedEvent } from '../hook/capture/captured-event.ts';
import { findProject } from '../hook/project/find-project.ts';
import { isSameProject } from '../sync/read-workspace.ts';
import type { OriginFinder } from '../tree/find-origin.ts';

export interface ImportMachine {
  user: string;
  /** Where programs keep settings and data: XDG on Linux, Library on macOS, APPDATA on Windows. */
  config: string;
  data: string;
  cwd: string;
  platform: NodeJS.Platform;
  environment: Readonly<Record<string, string | undefined>>;
  finder: OriginFinder;
  /** Items of other projects than the one at hand are asked for, too. */
  takesAll: boolean;
}

interface ImportedSession {
  id: string;
  events: CapturedEvent[];
  startedAt: string;
  endedAt: string;
  /** Changes when its record does: what is as large and as long as before has been sent. */
  state: string;
}

export type ForeignMemory = Omit<ForeignRecordInput<'memory'>, 'record'>;

/** A relationship between two of them, by their external ids. */
interface ForeignRelationship {
  source: string;
  target: string;
  relationship_type: ManualRelationshipType;
  context: string | null;
}

/** An item of a source, one after the other. `place` is for the report: a file, with its line where that helps. */
export type ImportItem =
  | { kind: 'record'; place: string; record: ForeignMemory }
  | { kind: 'relationship'; place: string; relationship: ForeignRelationship }
  | { kind: 'session'; place: string; session: ImportedSession }
  /** Nothing to import, and why: `broken line`, `empty`, `not text`. */
  | { kind: 'passed'; place: string; reason: string };

export interface FoundSource {
  paths: readonly string[];
  what: string;
  /** It is about another project than the one at hand: imported only when it is asked for. */
  isElsewhere?: boolean;
  /** It is the user's own and holds for every project: who shares the workspace would see it, so it is asked for by itself. */
  isOwn?: boolean;
}

/** Whether it is imported without being asked for by itself. */
export const isOfProject = ({ isElsewhere = false, isOwn = false }: FoundSource): boolean =>
  !isElsewhere && !isOwn;

export interface ImportSource {
  id: string;
  name: string;
  takes: string;
  find(machine: ImportMachine): Promise<FoundSource[]>;
  read(path: string, machine: ImportMachine): AsyncIterable<ImportItem>;
}

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
