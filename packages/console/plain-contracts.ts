import type { Plugin } from 'vite';
import * as contracts from '@memory/contracts';

const REPLACED = '@memory/contracts';
const PLAIN = `\0${REPLACED}`;

/**
 * Leaves of the contracts what a page runs on: names, lists and numbers, and of each route what a client sends. Schemas are for who is
 * asked; with their library they were a quarter of the scripts of the first view, and every load made all of them.
 */
export function plainContracts(): Plugin {
  return {
    name: 'plain-contracts',
    enforce: 'pre',
    resolveId: (id) => (id === REPLACED ? PLAIN : undefined),
    load: (id) => (id === PLAIN ? plainSource() : undefined),
  };
}

function plainSource(): string {
  const routes = Object.fromEntries(
    Object.entries(contracts.routes).map(([name, { method, path, rate }]) => [name, { method, path, rate }]),
  );
  return Object.entries({ ...contracts, routes })
    .filter(([, value]) => isPlain(value))
    .map(([name, value]) => `export const ${name} = ${JSON.stringify(value)};`)
    .join('\n');
}

const isPlain = (value: unknown): boolean => {
  if (Array.isArray(value)) return value.every(isPlain);
  if (typeof value === 'object' && value !== null)
    return Object.getPrototypeOf(value) === Object.prototype && Object.values(value).every(isPlain);
  return ['string', 'number', 'boolean'].includes(typeof value);
};
