import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { plainContracts } from './plain-contracts.ts';

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
