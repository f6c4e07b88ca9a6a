/** What the model calls the things that messages of these tools speak of. */
export interface AgentWording {
  /** What the subagent is told. */
  readonly prompt: string;
  /** Which subagent. */
  readonly kind: string;
  /** The id with which a subagent goes on; `false` for a tool that none goes on with. */
  readonly resume: string | false;
  /** What the task will change. */
  readonly paths: string;
}

export const DEFAULT_AGENT_WORDING: AgentWording = {
  prompt: "prompt",
  kind: "subagent_type",
  resume: "task_id",
  paths: "paths",
};
