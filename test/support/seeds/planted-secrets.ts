import { secretSamples } from '../../unit/text/redact-samples.ts';

/** A text and the secrets that stand in it. */
export interface Planted {
  kind: string;
  text: string;
  secrets: string[];
}

/** Every sample of the redactor's own list; of a key of many lines the lines that are nothing but key. */
export const plantedSamples: readonly Planted[] = secretSamples.map(({ name, text, secret }) => ({
  kind: name,
  text,
  secrets: secret.includes('\n')
    ? secret.split('\n').filter((line) => /^[\w+/=]{16,}$/.test(line))
    : [secret],
}));
