/** Which project the caller works in, percent-encoded: a remote such as `github.com/acme/shop`, or a folder's name. */
export const PROJECT_HEADER = 'x-project';
