import { presentError, type CallToolResult } from '@memory/mcp';
import { boundReply } from '../bound-reply.ts';

/** Bytes of the message around a result. */
const ENVELOPE_BYTES = 10_000;

/**
 * A tool's result if one answer can carry it; else a refusal that a model can read and act on, where HTTP's would only
 * break the connection.
 * @param bytesMax of an answer as the function returns it
 */
export async function boundToolResult(
  result: CallToolResult,
  { acceptEncoding, bytesMax }: { acceptEncoding: string | undefined; bytesMax: number },
): Promise<CallToolResult> {
  const reply = await boundReply(
    { statusCode: 200, body: JSON.stringify(result) },
    { acceptEncoding, bytesMax: bytesMax - ENVELOPE_BYTES },
  );
  if (reply.statusCode === 200) return result;
  return presentError({
    code: 'payload_too_large',
    message: `The answer is larger than an answer may be (${bytesMax} bytes); ask for fewer at once with a smaller limit.`,
    retryable: false,
  });
}
