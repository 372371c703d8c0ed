import { text } from 'node:stream/consumers';

/**
 * The Inspector's command line, many times in one process: its start takes a second of processor time, twenty times what a
 * call takes. Reads a JSON array of argument lists and prints a JSON array of what each printed; ends as the first that fails.
 */
const CLI = new URL(
  '../../../node_modules/@modelcontextprotocol/inspector/clients/cli/build/index.js',
  import.meta.url,
);
const { runCli, handleError } = (await import(CLI.href)) as {
  runCli: (argv: readonly string[]) => Promise<void>;
  /** Prints the error and ends the process. */
  handleError: (error: unknown) => Promise<void>;
};

const write = process.stdout.write.bind(process.stdout);
const printed: string[] = [];
for (const args of JSON.parse(await text(process.stdin)) as string[][]) {
  let output = '';
  const keep: typeof process.stdout.write = (chunk: string | Uint8Array, ...rest: unknown[]) => {
    output += Buffer.from(chunk as string).toString();
    for (const done of rest) if (typeof done === 'function') Reflect.apply(done, undefined, []);
    return true;
  };
  process.stdout.write = keep;
  try {
    await runCli([process.execPath, 'mcp-inspector', ...args]);
  } catch (error) {
    await handleError(error);
  }
  printed.push(output);
}
write(JSON.stringify(printed), () => process.exit(0));
