/** Of the table that comes along; its manifest says the same. */
const TABLE_VERSION = 1;
export const TABLE_DIMENSIONS = 192;

/** The name of its vectors: those of two versions are never compared. */
export const TABLE_MODEL = `table/${TABLE_VERSION}/${TABLE_DIMENSIONS}`;
