import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * Files that take ten seconds and more of one core, mostly of processes that they start. Vitest knows durations after the first
 * run; in a fresh clone one of these would run last and leave the other worker idle.
 */
const LONG =
  /(?:local\/process|local\/strangers|protocol\/inspector|mcp\/every-tool|mcp\/working-tree|mcp\/concurrency|jobs\/(?:kills|poison|sessions)|documents\/(?:document-reader|real-documents)|cli\/(?:check|ingest|installed)|transfer\/(?:sync|backup)|local\/data-dir-lock|access\/isolation|db\/(?:plans|graph|code|embedded-engine)|(?:console|infra)\/all)(?:(?:\.whole)?\.test)?\.ts$/u;

/** The last files to run are the short ones of the interface: none of them leaves the other workers idle for long. */
const PROJECTS = ['unit', 'programs', 'infra', 'service'];

export class LongFilesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isLong = ({ moduleId }: TestSpecification) => LONG.test(moduleId);
    // Projects stay together: a worker is not shared between them.
    const names = [...new Set(sorted.map(({ project }) => project.name))];
    const projects = names.toSorted((a, b) => PROJECTS.indexOf(a) - PROJECTS.indexOf(b));
    return projects.flatMap((name) => {
      const own = sorted.filter(({ project }) => project.name === name);
      return [...own.filter(isLong), ...own.filter((file) => !isLong(file))];
    });
  }
}
