/** What a manifest says of the package around it. */
export interface Manifest {
  /** Name by which other code imports the package. */
  name: string;
  /** Files it stands for: `imported` is the subpath, `.` for the package itself; `specifier` is relative to the manifest. */
  entries: { subpath: string; specifier: string }[];
}
