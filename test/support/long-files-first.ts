import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * Files that take ten seconds and more of one core, mostly of processes that they start. Vitest knows durations after the first
 * run; in a fresh clone one of these would run last and leave the other worker idle.
 */
const LONG =
  /(?:local\/process|protocol\/inspector|mcp\/every-tool|mcp\/concurrency|jobs\/kill|documents\/real-documents|cli\/ingest|local\/data-dir-lock|access\/isolation|http\/hostile-input|jobs\/sessions|db\/graph)\.test\.ts$/u;

export class LongFilesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isLong = ({ moduleId }: TestSpecification) => LONG.test(moduleId);
    // Projects stay together: a worker is not shared between them.
    const projects = [...new Set(sorted.map(({ project }) => project.name))];
    return projects.flatMap((name) => {
      const own = sorted.filter(({ project }) => project.name === name);
      return [...own.filter(isLong), ...own.filter((file) => !isLong(file))];
    });
  }
}
