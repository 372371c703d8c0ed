/** What a hook reported about one moment of a session. */
export interface SessionObservation {
  id: string;
  content: string;
  /** Free text of the sender, such as `user_prompt`, `tool_use`, `tool_result`, `edit`, `error`, `decision` or `note` */
  kind: string | null;
  tool_name: string | null;
  files: string[];
  occurred_at: Date;
}

/** What is known about a session besides its observations. */
export interface SessionFacts {
  project_name: string;
  branch_name: string;
  started_at: Date;
  ended_at: Date | null;
}
