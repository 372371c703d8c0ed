import { branches } from './branches.ts';
import { changes } from './changes.ts';
import { code } from './code/verbs.ts';
import { contradictions } from './contradictions.ts';
import { documents } from './documents/verbs.ts';
import { forgetting } from './forgetting.ts';
import { glossary } from './glossary.ts';
import { grounds } from './grounds.ts';
import { keys } from './keys.ts';
import { memories } from './memories/verbs.ts';
import { queues } from './queues.ts';
import { records } from './records/verbs.ts';
import { relationships } from './relationships.ts';
import { service } from './service.ts';
import { sessions } from './sessions.ts';
import { workspaces } from './workspaces.ts';

export const nouns = [
  memories,
  relationships,
  contradictions,
  grounds,
  branches,
  glossary,
  sessions,
  documents,
  code,
  changes,
  forgetting,
  records,
  service,
  keys,
  workspaces,
  queues,
] as const;

type Intersection<Union> = (Union extends unknown ? (each: Union) => void : never) extends (
  all: infer All,
) => void
  ? All
  : never;

/** The rows of all nouns by name, which no two of them share. */
export type AllVerbs = Intersection<(typeof nouns)[number]['verbs']>;
