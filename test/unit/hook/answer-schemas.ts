import * as z from 'zod';
import type { HostId } from '../../../packages/agents/src/hook/host/host-table.ts';

const nothing = z.literal('');
const emptyObject = z.strictObject({});
const text = z.string().min(1);

const json = (shape: z.ZodType) =>
  z
    .string()
    .transform((value, context) => {
      try {
        return JSON.parse(value) as unknown;
      } catch {
        context.addIssue({ code: 'custom', message: 'no JSON' });
        return z.NEVER;
      }
    })
    .pipe(shape);

const claudeLike = (event: string) =>
  json(
    z.strictObject({
      hookSpecificOutput: z.strictObject({ hookEventName: z.literal(event), additionalContext: text }),
    }),
  );

/** Fields that each host may read for an event, by its documentation; keys beyond these fail a run with some. */
const schemas: Record<HostId, (event: string) => z.ZodType> = {
  claude: (event) => z.union([nothing, claudeLike(event)]),
  codex: (event) =>
    ['SessionStart', 'UserPromptSubmit', 'PreToolUse', 'PostToolUse', 'SubagentStart'].includes(event)
      ? z.union([nothing, claudeLike(event)])
      : nothing,
  cursor: (event) =>
    ['sessionStart', 'postToolUse'].includes(event)
      ? json(z.strictObject({ additional_context: text.optional() }))
      : json(emptyObject),
  vscode: (event) =>
    ['SessionStart', 'PostToolUse', 'SubagentStart'].includes(event)
      ? z.union([json(emptyObject), claudeLike(event)])
      : json(emptyObject),
  copilot: (event) =>
    ['sessionStart', 'postToolUse', 'subagentStart'].includes(event)
      ? json(z.strictObject({ additionalContext: text.optional() }))
      : json(emptyObject),
  gemini: (event) =>
    ['SessionStart', 'BeforeAgent', 'AfterTool'].includes(event)
      ? z.union([json(emptyObject), claudeLike(event)])
      : json(emptyObject),
  antigravity: (event) =>
    event === 'PreInvocation'
      ? json(z.strictObject({ injectSteps: z.array(z.strictObject({ ephemeralMessage: text })).optional() }))
      : event === 'Stop'
        ? json(z.strictObject({ decision: z.literal('stop') }))
        : json(emptyObject),
  windsurf: () => nothing,
  devin: (event) => z.union([nothing, claudeLike(event)]),
  cline: () => json(z.strictObject({ cancel: z.literal(false), contextModification: text.optional() })),
  droid: (event) => z.union([nothing, claudeLike(event)]),
  kiro: () => z.string(),
  goose: () => nothing,
  amp: () => json(z.strictObject({ context: text.optional() })),
  opencode: () => json(z.strictObject({ context: text.optional() })),
};

/** @throws when the host would not read an answer */
export const checkAnswer = (host: HostId, event: string, answer: string): void => {
  schemas[host](event).parse(answer);
};
