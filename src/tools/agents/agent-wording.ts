/** The names under which the model knows the parameters in the messages of these tools. */
export interface AgentWording {
  /** The prompt of the subagent. */
  readonly prompt: string;
  /** The kind of subagent. */
  readonly kind: string;
  /** The id with which a subagent is resumed; `false` for a tool that cannot resume one. */
  readonly resume: string | false;
  /** The paths that the task will change. */
  readonly paths: string;
}

export const DEFAULT_AGENT_WORDING: AgentWording = {
  prompt: "prompt",
  kind: "subagent_type",
  resume: "task_id",
  paths: "paths",
};
