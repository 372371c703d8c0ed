import type { Tool } from '../server/tool.ts';
import * as code from './code.ts';
import * as documents from './documents.ts';
import * as glossary from './glossary.ts';
import * as graph from './graph.ts';
import * as judgements from './judgements.ts';
import * as memories from './memories.ts';
import * as recall from './recall.ts';
import * as sessions from './sessions.ts';

const served: Tool[] = [recall, memories, graph, judgements, sessions, documents, glossary, code].flatMap(
  (tools) => Object.values(tools),
);

/** The tools that the service itself carries out, by name: all that the files of this folder export. */
export const servedTools: ReadonlyMap<string, Tool> = new Map(served.map((tool) => [tool.name, tool]));
