/** Every language a workspace can be set to, `english` first. */
export const languages = [
  'english',
  'simple',
  'danish',
  'dutch',
  'finnish',
  'french',
  'german',
  'italian',
  'norwegian',
  'portuguese',
  'russian',
  'spanish',
  'swedish',
] as const;

/**
 * How a workspace's text is analysed. `english` is the default and sound for any text: it only drops and stems English
 * words. `simple` neither drops nor stems.
 */
export type Language = (typeof languages)[number];
