import type * as z from 'zod';
import type { AllTools, AnyToolName } from '@memory/contracts/tools';
import type { Services } from '@memory/core';
import type { Workspace } from '@memory/db';

/** Input of a tool: its parsed parameters, and `ref` where it takes a memory's identifier. */
type ToolInput<Name extends AnyToolName> = z.output<AllTools[Name]['input']> &
  (AllTools[Name] extends { takesMemory: true } ? { ref: string } : unknown);

export type ToolWork<Name extends AnyToolName> = (
  services: Services,
  workspace: Workspace,
  input: ToolInput<Name>,
) => Promise<z.input<AllTools[Name]['output']> & Aside>;

/** Data for programs that ask, beside the fields that are specified. */
export interface Aside {
  _meta?: Record<string, unknown>;
}

export interface Tool {
  name: AnyToolName;
  run(services: Services, workspace: Workspace, input: unknown): Promise<object>;
}

/** A row of the tool table with what it does; its types come from the row. */
export function tool<Name extends AnyToolName>(name: Name, work: ToolWork<Name>): Tool {
  return { name, run: (services, workspace, input) => work(services, workspace, input as ToolInput<Name>) };
}
