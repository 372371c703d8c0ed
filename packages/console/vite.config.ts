import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import * as contracts from '@memory/contracts';
import { calls } from '../client/src/calls.ts';

const REPLACED = '@memory/contracts';
const PLAIN = `\0${REPLACED}`;
const CALLS = /[\\/]client[\\/]src[\\/]calls\.ts$/u;

/**
 * Leaves of the contracts what a page runs on: names, lists and numbers, and of each route what a client sends. Schemas are for who is
 * asked; with their library they were a quarter of the scripts of the first view, and every load made all of them.
 */
function plainContracts(): Plugin {
  return {
    name: 'plain-contracts',
    enforce: 'pre',
    resolveId: (id) => (id === REPLACED ? PLAIN : undefined),
    load(id) {
      if (id === PLAIN) return exportsOf(contracts);
      return CALLS.test(id) ? exportsOf({ calls }) : undefined;
    },
  };
}

const exportsOf = (values: object): string =>
  Object.entries(values)
    .filter(([, value]) => isPlain(value))
    .map(([name, value]) => `export const ${name} = ${JSON.stringify(value)};`)
    .join('\n');

const isPlain = (value: unknown): boolean => {
  if (Array.isArray(value)) return value.every(isPlain);
  if (typeof value === 'object' && value !== null)
    return Object.getPrototypeOf(value) === Object.prototype && Object.values(value).every(isPlain);
  return ['string', 'number', 'boolean'].includes(typeof value);
};

/** Files of the first load: what asks for the session, the frame with what all views share, and beside them the view itself. */
const GROUPS = [
  {
    name: 'start',
    test: /[\\/]src[\\/](?:session[\\/]session|views)\.ts$|vite\/preload-helper/u,
    priority: 2,
  },
  {
    name: 'frame',
    test: /[\\/]src[\\/](?:app\.tsx|ui[\\/]text[\\/](?:memory-link|command-line)\.tsx|session[\\/]use-operation\.ts)$/u,
    priority: 1,
  },
];

export default defineConfig({
  root: import.meta.dirname,
  plugins: [plainContracts(), react(), preloadedFrame()],
  resolve: {
    alias: {
      // The service on the same machine replaces secrets; its patterns need not travel to the page as well.
      '@memory/redact': `${import.meta.dirname}/src/session/no-redaction.ts`,
    },
  },
  build: {
    target: 'es2023',
    // A page that may load nothing inline loads nothing as `data:` either.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: { output: { codeSplitting: { groups: GROUPS } } },
  },
  logLevel: 'warn',
});

/** Has the page fetch the frame at once: the small first script asks for it only when it runs. */
function preloadedFrame(): Plugin {
  return {
    name: 'preloaded-frame',
    transformIndexHtml: {
      order: 'post',
      handler: (_, { bundle = {} }) =>
        Object.values(bundle)
          .filter((part) => part.type === 'chunk' && part.name === 'frame')
          .map(({ fileName }) => ({
            tag: 'link',
            attrs: { rel: 'modulepreload', crossorigin: true, href: `/${fileName}` },
            injectTo: 'head',
          })),
    },
  };
}
