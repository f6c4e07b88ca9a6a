import type { ResourceKey, SubagentKind, SubagentRequest, ToolContext } from "../../contract/index.js";
import type { Operation } from "../operation.js";
import { type AgentAnswer, askSubagent } from "./agent-answer.js";
import { type AgentWording, DEFAULT_AGENT_WORDING } from "./agent-wording.js";
import { rulesForPaths } from "./path-rules.js";
import { findKind, isReadOnlyKind } from "./subagent-kind.js";

/** One task for a subagent. */
export interface DelegateInput {
  /** Everything that the subagent knows of its task. */
  readonly prompt: string;
  /** A short description for the user interface. */
  readonly description?: string | undefined;
  /** Name of a subagent kind. Default: the one for general work. */
  readonly kind?: string | undefined;
  /** Canonical names of the tools that it may use; narrows the tools of its kind, never widens them. */
  readonly tools?: readonly string[] | undefined;
  /** Id of an earlier answer: resumes that subagent. */
  readonly resume?: string | undefined;
  /** Files and folders that it will change. It cannot change others, and tasks with different paths run in parallel. */
  readonly paths?: readonly string[] | undefined;
  readonly wording?: Partial<AgentWording> | undefined;
}

/**
 * Runs a task in a subagent and waits for its answer.
 *
 * Starting a subagent changes nothing: each of its calls is judged by the rules of the session, so this is a `think`
 * tool. Tasks conflict by what they may change: a full task without `paths` with everything in the working directory,
 * one with `paths` with those paths, a read-only one only with changes.
 *
 * A subagent that reached its limits returns an answer with a notice. Errors: `unknown-subagent` for an unknown kind or
 * id, `subagent-limit`, `subagent-failed` for one that failed or needs an approval that is not available,
 * `invalid-input` for an empty or too long prompt and for invalid paths.
 */
export const delegateOperation: Operation<DelegateInput, AgentAnswer> = {
  kind: "think",
  annotations: { readOnlyHint: false, destructiveHint: true, openWorldHint: true },
  executionProfile: { resourceKeys: (input, { cwd }) => delegateKeys(input, cwd) },
  facts: () => ({}),
  // The Amp specification: subagents have no time limit; their budgets end them.
  timeoutMs: false,
  requires: ["model"],
  async run(input, context) {
    const request = await delegateRequest(input, context);
    return askSubagent(request, context, input.wording);
  },
};

/** Returns the resource keys of a whole task. */
export function delegateKeys({ kind, paths = [] }: DelegateInput, cwd: string): readonly ResourceKey[] {
  if (kind !== undefined && isReadOnlyKind(kind)) {
    return [{ key: `directory:${cwd}`, mode: "read", scope: "subtree" }];
  }
  const changed = paths.length === 0 ? [cwd] : paths;
  return changed.map((path) => ({ key: `directory:${path}`, mode: "write", scope: "subtree" }));
}

/** Returns the request for a task. Rejects with a `ToolError` for invalid input. */
export async function delegateRequest(
  { prompt, description, kind: name, tools, resume, paths = [], wording = {} }: DelegateInput,
  context: ToolContext,
): Promise<SubagentRequest> {
  const words = { ...DEFAULT_AGENT_WORDING, ...wording };
  const kind: SubagentKind = findKind(name, context.subagents.kinds, words.kind);
  const rules = paths.length === 0 ? undefined : await rulesForPaths(paths, context, words.paths);
  return {
    kind: kind.name,
    prompt,
    description,
    tools,
    ...(resume !== undefined && resume.trim() !== "" && { resume: resume.trim() }),
    ...(rules !== undefined && {
      rules,
      instructions: `Change nothing but these files and the contents of these folders: ${JSON.stringify(paths)}. Other subagents may be working on the rest.`,
    }),
  };
}
