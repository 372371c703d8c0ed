/** One version for all packages and `sdlc_get_version`; a test holds it to the root package.json. */
export const SERVICE_VERSION = '1.0.0';
