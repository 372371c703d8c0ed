/** A hook's report of one moment of a session. */
export interface SessionObservation {
  id: string;
  content: string;
  /** Free text of the sender, such as `user_prompt`, `tool_use`, `tool_result`, `edit`, `error`, `decision` or `note` */
  kind: string | null;
  tool_name: string | null;
  files: string[];
  occurred_at: Date;
}

/** A session without its observations. */
export interface SessionFacts {
  project_name: string;
  branch_name: string;
  started_at: Date;
  ended_at: Date | null;
}
