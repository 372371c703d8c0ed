import { tool } from '../server/tool.ts';

/** sdlc_get_version: the plugin of a key is the service itself; the stdio bridge puts its own version here. */
export const sdlcGetVersion = tool('sdlc_get_version', ({ settings: { version } }) =>
  Promise.resolve({ plugin_version: version, server_version: version }),
);
