import fc from 'fast-check';

/**
 * Property tests draw the same values in every run, so that what was green stays green until the code changes.
 * `npm run test:random` sets other seeds.
 */
fc.configureGlobal({ seed: Number(process.env['PROPERTY_SEED'] ?? 148) });
