import type { AnyToolName } from '@memory/contracts/tools';
import type { Tool } from '../server/tool.ts';
import { codeCallees } from './code-callees.ts';
import { codeCallers } from './code-callers.ts';
import { codeContext } from './code-context.ts';
import { codeNavigate } from './code-navigate.ts';
import { codePath } from './code-path.ts';
import { codeSearch } from './code-search.ts';
import { contradictionList } from './contradiction-list.ts';
import { contradictionSettle } from './contradiction-settle.ts';
import { documentDelete } from './document-delete.ts';
import { documentIngestBatchGetUploadUrl } from './document-ingest-batch-get-upload-url.ts';
import { documentIngestBatch } from './document-ingest-batch.ts';
import { documentIngest } from './document-ingest.ts';
import { documentList } from './document-list.ts';
import { glossaryAdd } from './glossary-add.ts';
import { glossaryList } from './glossary-list.ts';
import { groundList } from './ground-list.ts';
import { groundSettle } from './ground-settle.ts';
import { memoryByFile } from './memory-by-file.ts';
import { memoryDelete } from './memory-delete.ts';
import { memoryExplore } from './memory-explore.ts';
import { memoryGetDetail } from './memory-get-detail.ts';
import { memoryGetIndex } from './memory-get-index.ts';
import { memoryGetRelated } from './memory-get-related.ts';
import { memoryGetTimeline } from './memory-get-timeline.ts';
import { memoryRate } from './memory-rate.ts';
import { memoryRelate } from './memory-relate.ts';
import { memorySearch } from './memory-search.ts';
import { memoryStore } from './memory-store.ts';
import { memoryUpdate } from './memory-update.ts';
import { sdlcGetVersion } from './sdlc-get-version.ts';
import { sdlcSeedGetUploadUrl } from './sdlc-seed-get-upload-url.ts';
import { sdlcSeed } from './sdlc-seed.ts';
import { sessionEnd } from './session-end.ts';
import { sessionGetContext } from './session-get-context.ts';
import { sessionObserve } from './session-observe.ts';
import { sessionStart } from './session-start.ts';
import { workspaceInsight } from './workspace-insight.ts';

const served: readonly Tool[] = [
  memorySearch,
  memoryGetDetail,
  memoryGetTimeline,
  memoryGetIndex,
  memoryGetRelated,
  memoryByFile,
  memoryStore,
  memoryRate,
  memoryExplore,
  workspaceInsight,
  sessionStart,
  sessionEnd,
  sessionGetContext,
  documentIngest,
  documentIngestBatch,
  documentIngestBatchGetUploadUrl,
  sdlcSeed,
  sdlcSeedGetUploadUrl,
  sdlcGetVersion,
  codeSearch,
  codeNavigate,
  codeCallers,
  codeCallees,
  codeContext,
  memoryUpdate,
  memoryDelete,
  memoryRelate,
  contradictionList,
  contradictionSettle,
  groundList,
  groundSettle,
  glossaryList,
  glossaryAdd,
  sessionObserve,
  documentList,
  documentDelete,
  codePath,
];

/** The tools that the service itself carries out, by name. */
export const servedTools: ReadonlyMap<string, Tool> = new Map<AnyToolName, Tool>(
  served.map((tool) => [tool.name, tool]),
);
