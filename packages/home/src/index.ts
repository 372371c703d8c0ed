export { findHome, type Home } from './find-home.ts';
export { readInstallation, writeInstallation, type Installation } from './installation.ts';
export { isStopped, noteStopped } from './stopped.ts';
export { readUserConfig, writeUserConfig, type UserConfig } from './user-config.ts';
export { writeOwnFile } from './write-own-file.ts';
