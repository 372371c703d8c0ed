import { AwsError } from '../aws-error.ts';

/** The parts of a Converse request that a script decides by. */
export interface ConverseRequest {
  modelId: string;
  system?: { text?: string }[];
  messages: { role: string; content: { text?: string }[] }[];
  inferenceConfig?: { maxTokens?: number; temperature?: number };
  toolConfig?: { tools: object[]; toolChoice?: { tool?: { name: string } } };
  outputConfig?: object;
}

/** The model's answer: text, or the input of a tool it uses; `stopReason` where it is not the usual one. */
export type ConverseAnswer =
  | string
  | { text: string; stopReason?: string }
  | { toolUse: { name: string; input: object }; stopReason?: string };

/** The reply of Converse. @throws ValidationException for a conversation the service refuses */
export function presentConversation(request: ConverseRequest, answer: ConverseAnswer): object {
  const said = typeof answer === 'string' ? { text: answer } : answer;
  const isToolUse = 'toolUse' in said;
  const content = isToolUse ? { toolUse: { toolUseId: 'tooluse_1', ...said.toolUse } } : { text: said.text };
  const inputTokens = Math.ceil(JSON.stringify(request.messages).length / 4);
  const outputTokens = Math.ceil(JSON.stringify(content).length / 4);
  return {
    output: { message: { role: 'assistant', content: [content] } },
    stopReason: said.stopReason ?? (isToolUse ? 'tool_use' : 'end_turn'),
    usage: { inputTokens, outputTokens, totalTokens: inputTokens + outputTokens },
    metrics: { latencyMs: 1 },
  };
}

export function checkConversation({ messages }: Partial<ConverseRequest>): void {
  if (messages?.[0]?.role !== 'user') {
    throw new AwsError('ValidationException', 400, 'A conversation must start with a user message.');
  }
  const isBlank = messages.some(({ content }) => content.some(({ text }) => text?.trim() === ''));
  if (isBlank)
    throw new AwsError('ValidationException', 400, 'The text field in the ContentBlock object is blank.');
}
