import * as z from 'zod';
import { withoutEnd } from '@memory/text/without-end';

/** What the console's function has beside the settings of all: the stack makes it of the environment's `console`. */
export const ConsoleConfig = z.object({
  CONSOLE_URL: z
    .url()
    .transform((given) => withoutEnd(given, '/'))
    .describe('Address of the console, where people log in.'),
  CONSOLE_CLIENT_ID: z.string().min(1).describe('Public client that the console logs in as.'),
});
export type ConsoleConfig = z.output<typeof ConsoleConfig>;
