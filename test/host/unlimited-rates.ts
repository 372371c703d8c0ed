/** High enough that only the tests of the rates meet them; those ask for a service of their own. */
export const UNLIMITED_RATES = {
  RATE_READ_PER_MINUTE: '1000000',
  RATE_WRITE_PER_MINUTE: '1000000',
  RATE_RELATIONSHIP_PER_MINUTE: '1000000',
  RATE_OBSERVATION_PER_MINUTE: '1000000',
  RATE_WRONG_KEYS_PER_MINUTE: '1000000',
};
