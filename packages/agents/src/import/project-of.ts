import { findProject } from '../hook/project/find-project.ts';

/** What hooks and the bridge call the project that a folder belongs to: what is told there is asked for by this name. */
export const projectOf = (folder: string): string => findProject(folder, process.env).label;
