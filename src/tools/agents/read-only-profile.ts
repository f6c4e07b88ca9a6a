import type { ResourceKey, ToolEnvironment, ToolFacts } from "../../contract/index.js";

/** What a subagent touches that only reads: it gets along with all that reads. */
export function readOnlyKeys(_input: unknown, { cwd }: ToolEnvironment): readonly ResourceKey[] {
  return [{ key: `directory:${cwd}`, mode: "read", scope: "subtree" }];
}

/** What permission rules see of it: it looks through the working directory. Its calls are judged one by one besides. */
export function readOnlyFacts(_input: unknown, { cwd }: ToolEnvironment): ToolFacts {
  return { paths: [{ path: cwd, access: "read" }] };
}
