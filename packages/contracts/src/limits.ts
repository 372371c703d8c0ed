/** Limits of the specification and of decisions 5 and 6; lengths count Unicode code points. */
export const LIMITS = {
  titleLength: 500,
  narrativeLength: 100_000,
  listItems: 100,
  labelLength: 255,
  filePathBytes: 1_024,
  listsBytes: 32 * 1_024,
  queryLength: 10_000,
  sessionIdLength: 255,
  userIdLength: 255,
  userEmailLength: 254,
  batchDelete: 100,
  /** OFFSET and LIMIT travel as PostgreSQL integers. */
  offset: 2_147_483_647,
} as const;
