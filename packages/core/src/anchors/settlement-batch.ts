/** The batch of what a settlement changed in the memory's text. */
export const settlementBatch = (id: string): string => `ground:${id}`;
