import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** The longest by the clock first, waiting and working ones in turn: in a fresh clone, which knows no durations, one could run last and alone. */
const LONG =
  `unit/local/process mcp/working-tree unit/cli/check unit/cli/installed protocol/inspector transfer/sync
  code/parse-file transfer/imports code/garbage mcp/every-tool unit/jobs/poison code/resolve-edges
  api/code/index documents/document-reader infra/all console/all unit/cli/ingest jobs/kills db/plans
  transfer/backup transfer/records api/forget db/drivers db/embedded-engine jobs/sessions protocol/concurrency
  unit/infra/smoke db/code db/graph access/isolation local/strangers`.split(/\s+/u);

const placeOf = ({ moduleId }: TestSpecification): number => {
  const name = moduleId.replace(/(?:\.whole)?(?:\.test)?\.ts$/u, '');
  const place = LONG.findIndex((long) => name.endsWith(`/${long}`));
  return place === -1 ? LONG.length : place;
};

/** The last files to run are the short ones of the interface: none of them leaves the other workers idle for long. */
const PROJECTS = ['unit', 'infra', 'service'];

export class LongFilesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    // Projects stay together: a worker is not shared between them.
    const names = [...new Set(sorted.map(({ project }) => project.name))];
    const projects = names.toSorted((a, b) => PROJECTS.indexOf(a) - PROJECTS.indexOf(b));
    return projects.flatMap((name) =>
      sorted.filter(({ project }) => project.name === name).toSorted((a, b) => placeOf(a) - placeOf(b)),
    );
  }
}
