export { findHome, type Home } from './find-home.ts';
export { readInstallation, writeInstallation, type Installation } from './installation.ts';
export { isFresh, readLogin, removeLogin, writeLogin, type Login } from './login/login.ts';
export { freshLogin, LoginEndedError } from './login/fresh-login.ts';
export { isStopped, noteStopped } from './stopped.ts';
export { readUserConfig, writeUserConfig, type UserConfig } from './user-config.ts';
export { whyNoAnswer } from './why-no-answer.ts';
export { writeOwnFile } from './write-own-file.ts';
