import type { ResourceKey, ToolEnvironment, ToolFacts } from "../../contract/index.js";

/** Returns the resource keys of a read-only subagent, which conflicts with no reading call. */
export function readOnlyKeys(_input: unknown, { cwd }: ToolEnvironment): readonly ResourceKey[] {
  return [{ key: `directory:${cwd}`, mode: "read", scope: "subtree" }];
}

/**
 * Returns the facts that permission rules match on: the working directory. The subagent's calls are judged separately.
 */
export function readOnlyFacts(_input: unknown, { cwd }: ToolEnvironment): ToolFacts {
  return { paths: [{ path: cwd, access: "read" }] };
}
