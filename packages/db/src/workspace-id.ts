declare const workspaceBrand: unique symbol;

/** Minted by authentication, job payloads and the operator only: a query without its tenant does not compile. */
export type WorkspaceId = string & { readonly [workspaceBrand]: true };
