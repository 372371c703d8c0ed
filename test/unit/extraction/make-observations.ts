import type { TextGenerator } from '@memory/providers';
import { extractSession, type ExtractSessionInput } from '@memory/core/extraction';

type SessionFacts = ExtractSessionInput['session'];
type SessionObservation = ExtractSessionInput['observations'][number];

/** Observations a minute apart, with ids `obs-1`, `obs-2`, …; a string stands for a note. */
export function makeObservations(
  ...items: (string | (Partial<SessionObservation> & { content: string }))[]
): SessionObservation[] {
  return items.map((item, index) => ({
    id: `obs-${index + 1}`,
    kind: 'note',
    tool_name: null,
    files: [],
    occurred_at: new Date(Date.UTC(2026, 0, 5, 9, index)),
    ...(typeof item === 'string' ? { content: item } : item),
  }));
}

export const facts: SessionFacts = {
  project_name: 'shop',
  branch_name: 'fix/checkout',
  started_at: new Date('2026-01-05T09:00:00Z'),
  ended_at: new Date('2026-01-05T10:05:00Z'),
};

export const user = (content: string) => ({ kind: 'user_prompt', content });
export const agent = (content: string) => ({ kind: 'assistant_message', content });
export const edit = (file: string, content = file) => ({
  kind: 'change',
  tool_name: 'Edit',
  content,
  files: [file],
});
export const command = (content: string) => ({ kind: 'tool_use', tool_name: 'Bash', content });
export const result = (content: string) => ({ kind: 'tool_result', tool_name: 'Bash', content });

/** Extracts a session by rules. */
export const read = (...items: Parameters<typeof makeObservations>) =>
  extractSession({ session: facts, observations: makeObservations(...items), memoriesStored: [] });

export const drawn = async (...items: Parameters<typeof makeObservations>) => (await read(...items)).memories;

/** A generator that answers each call with the same and keeps what it was asked. */
export function answering(answer: unknown) {
  const asked: string[] = [];
  const generator: Pick<TextGenerator, 'generate'> = {
    generate: async ({ user }) => {
      asked.push(user);
      // A generator that does not check the schema itself must not get further either.
      return { value: answer as never, inputTokens: 100, outputTokens: 10 };
    },
  };
  return { generator, asked };
}
