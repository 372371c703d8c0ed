import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** The longest by the clock first, waiting and working ones in turn: in a fresh clone, which knows no durations, one could run last and alone. */
const LONG =
  `unit/local/process transfer/sync mcp/working-tree code/garbage unit/cli/check unit/cli/installed code/parse-file transfer/imports protocol/inspector
  hook/hook api/branches unit/cli/setup mcp/hostile-recall mcp/every-tool code/resolve-edges unit/jobs/poison api/code/index mcp/document-entrances jobs/kills
  documents/document-reader code/three-clones infra/all console/all db/plans http/fuzz unit/cli/ingest api/forget transfer/records transfer/backup
  db/embedded-engine jobs/sessions-model unit/infra/smoke secrets/entrances protocol/concurrency transfer/move-workspace jobs/sessions protocol/stdio
  search/quality db/code db/migrations-data-api graph/whole secrets/kinds db/keys graph/explore local/beside-a-stack http/limits local/strangers api/grounds
  access/callers protocol/conformance local/console-session local/moved-clock secrets/stored documents/uploads access/isolation db/graph db/drivers`.split(
    /\s+/u,
  );

/** The last files to run are the short ones of the interface: none of them leaves the other workers idle for long. */
const PROJECTS = ['unit', 'infra', 'service'];

/** Projects stay together: a worker is not shared between them. */
function placeOf({ moduleId, project }: TestSpecification): number {
  const name = moduleId.replace(/(?:\.whole)?(?:\.test)?\.ts$/u, '');
  const place = LONG.findIndex((long) => name.endsWith(`/${long}`));
  return PROJECTS.indexOf(project.name) * 1_000 + (place === -1 ? LONG.length : place);
}

export class LongFilesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return (await super.sort(files)).toSorted((a, b) => placeOf(a) - placeOf(b));
  }
}
