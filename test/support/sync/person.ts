import { createClient } from '@memory/client';
import { emptyBase } from '../../../packages/agents/src/sync/base-file.ts';
import { FolderStore } from '../../../packages/agents/src/sync/folder-store.ts';
import { GitStore } from '../../../packages/agents/src/sync/git-store.ts';
import type { SyncStore } from '../../../packages/agents/src/sync/sync-store.ts';
import { syncWorkspace, type SyncOptions } from '../../../packages/agents/src/sync/sync-workspace.ts';
import type { TestWorkspace } from '../../host/test-workspace.ts';
import { git, REF } from './git-clones.ts';

/** Somebody with a workspace and a clone. */
export class Person {
  base = emptyBase();
  readonly service: TestWorkspace;
  readonly folder: string;

  constructor(service: TestWorkspace, folder: string) {
    this.service = service;
    this.folder = folder;
  }

  async sync(options: Partial<SyncOptions> & { remote?: string | null } = {}) {
    const { remote, ...others } = options;
    const store =
      others.store ??
      (this.folder.endsWith('shared')
        ? await FolderStore.open(this.folder)
        : await GitStore.open({ folder: this.folder, name: 'main', remote }));
    const report = await syncWorkspace({ ...this.options(store), ...others });
    this.base = report.base ?? this.base;
    return report;
  }

  options(store: SyncStore): SyncOptions {
    const client = createClient({ url: this.service.host.url, key: this.service.key });
    return { client, store, base: this.base, isMeant: () => true, dryRun: false, force: false };
  }

  /** Fields of all memories, by title. */
  async memories(): Promise<Record<string, { id: string; narrative: string; tags: string[] }>> {
    const { body } = await this.service.get('/api/v1/memories/?limit=500');
    const memories = body as { id: string; title: string; narrative: string; tags: string[] }[];
    return Object.fromEntries(
      memories.map(({ id, title, narrative, tags }) => [title, { id, narrative, tags }]),
    );
  }

  snapshot(at = REF): string {
    return git(this.folder, 'grep', '-h', '', at);
  }
}
