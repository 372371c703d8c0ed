/** What agents start in the package: the program itself, with what Node compiled of it the last time. */
import module from 'node:module';

module.enableCompileCache?.();
await import('./hook-program.ts');
