// Starts the hook program that workspace-memory keeps in the user's folder; before it ran once there is nothing to start.
const { existsSync } = require('node:fs');
const { homedir } = require('node:os');
const { join } = require('node:path');
const { env, platform } = process;
const user = env.HOME || homedir();
const folders = {
  win32: () => env.LOCALAPPDATA || join(user, 'AppData', 'Local'),
  darwin: () => join(user, 'Library', 'Application Support'),
};
const data = folders[platform]?.() ?? (env.XDG_DATA_HOME || join(user, '.local', 'share'));
const home = env.WORKSPACE_MEMORY_HOME || join(data, 'workspace-memory');
const hook = join(home, 'programs', 'workspace-memory-hook.cjs');
if (existsSync(hook)) require(hook);
