import type { Log } from '@memory/service';

export interface LogLine {
  level: keyof Log;
  message: string;
  /** Fields of the line beside its message. */
  fields: Record<string, unknown>;
}

/** A log that keeps its lines for a test to read. */
export function captureLog(): { log: Log; lines: LogLine[] } {
  const lines: LogLine[] = [];
  const write =
    (level: keyof Log): Log['info'] =>
    (input, ...extra) => {
      const message = typeof input === 'string' ? input : input.message;
      const fields: Record<string, unknown> = {};
      for (const item of [input, ...extra]) if (typeof item === 'object') Object.assign(fields, item);
      lines.push({ level, message, fields });
    };
  return { log: { info: write('info'), warn: write('warn'), error: write('error') }, lines };
}
