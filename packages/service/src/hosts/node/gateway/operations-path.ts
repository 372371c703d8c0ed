/** Path of the operator command; not part of the API. */
export const OPERATIONS_PATH = '/.local/operations';
