/** What a session works on. Worktrees of a repository are one project. */
export interface Project {
  /** Folder of the spool: the name and a hash of what identifies the project. */
  key: string;
  name: string;
  /** What the service knows it by, the same for all who work on it: the remote, or else the end of the folder's path. */
  label: string;
  /** The root of the checkout that the session is in; paths are relative to it. */
  root: string;
  /** The root of the repository's first checkout: the same for all its worktrees. */
  home: string;
  branch: string;
  /** A repository of Git, and no folder only. */
  isRepository: boolean;
  /** Normalised address of the remote, such as `github.com/honojs/hono`. */
  origin?: string;
  /** Address of the person, as Git knows it. */
  author?: string;
}
