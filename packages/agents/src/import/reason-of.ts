import { messageOf } from '@memory/text/error-facts';

/** Why a file was passed over, without its name. */
export const reasonOf = (error: unknown): string =>
  messageOf(error)
    .replace(/^It /u, 'it ')
    .replace(/\.$/u, '')
    .replace(/\d{4,}/gu, (digits) => Number(digits).toLocaleString('en'));
