import { existsSync } from 'node:fs';

/** Of the table that comes along; its manifest says the same. */
const TABLE_VERSION = 1;
export const TABLE_DIMENSIONS = 192;

/** The name of its vectors: those of two versions are never compared. */
export const TABLE_MODEL = `table/${TABLE_VERSION}/${TABLE_DIMENSIONS}`;

const NAME = 'embedding-table.bin';

/** Beside the sources and in the published package; in the layer of functions. */
const PLACES = [new URL(`../table/${NAME}`, import.meta.url), new URL(`file:///opt/${NAME}`)];

/** Where the table lies; undefined where it is not installed: functions of an environment with a model have none. */
export const findTable = (): URL | undefined => PLACES.find((place) => existsSync(place));
