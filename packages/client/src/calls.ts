import { routeEntries } from '@memory/contracts';

/** Facts of a route that a program needs to ask for it. */
export interface Call {
  method: string;
  path: string;
  isRead: boolean;
  /** Its body may hold whole files. */
  takesFiles: boolean;
}

/** Calls by the name of their route. The installed command has the value of this file, without the schemas that it comes from: they take a tenth of a second to load. */
export const calls: Readonly<Record<string, Call>> = Object.fromEntries(
  routeEntries.map(([name, { method, path, rate, uses }]) => [
    name,
    { method, path, isRead: rate === 'read', takesFiles: uses?.includes('documents') ?? false },
  ]),
);
