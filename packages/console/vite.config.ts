import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { plainContracts } from './plain-contracts.ts';

export default defineConfig({
  root: import.meta.dirname,
  plugins: [plainContracts(), react()],
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
  },
  logLevel: 'warn',
});
