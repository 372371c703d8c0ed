/** Which project the caller works in, percent-encoded: a remote such as `github.com/acme/shop`, or a folder's name. */
export const PROJECT_HEADER = 'x-project';

/** For whom a program with a key calls, percent-encoded: the address that Git knows. */
export const PERSON_HEADER = 'x-person';
