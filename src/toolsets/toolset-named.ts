import type { AnyTool } from "../contract/index.js";
import { isRecord, shownValue } from "../values/index.js";
import { ampToolset } from "./amp/index.js";
import { claudeCodeToolset } from "./claude-code/index.js";
import { codexToolset } from "./codex/index.js";
import { geminiCliToolset } from "./gemini-cli/index.js";
import { opencodeToolset } from "./opencode/index.js";
import type { Toolset } from "./toolset.js";

/** Toolset without tools, for a host that provides all of its tools. */
const noTools: Toolset<readonly []> = Object.freeze({ name: "none", tools: Object.freeze([] as const) });

/** Toolsets by name; the first is the default. */
export const TOOLSETS = Object.freeze({
  amp: ampToolset,
  opencode: opencodeToolset,
  "claude-code": claudeCodeToolset,
  codex: codexToolset,
  "gemini-cli": geminiCliToolset,
  none: noTools,
});

/** Name of a toolset. */
export type ToolsetName = keyof typeof TOOLSETS;

/** Toolset, or the name of one of Collet's. */
export type ToolsetReference = ToolsetName | Toolset;

/** Tools of a toolset, each with its own types. */
export type ToolsOf<Reference extends ToolsetReference> = Reference extends ToolsetName
  ? (typeof TOOLSETS)[Reference] extends Toolset<infer Tools extends readonly AnyTool[]>
    ? Tools
    : never
  : Reference extends Toolset<infer Tools extends readonly AnyTool[]>
    ? Tools
    : never;

/**
 * Returns the toolset with a name; returns a toolset unchanged.
 *
 * @throws TypeError for an unknown name
 */
export function toolsetNamed(reference: ToolsetReference): Toolset {
  const named: unknown = reference;
  if (isRecord(named)) {
    if (typeof named.name === "string" && Array.isArray(named.tools)) return reference as Toolset;
    throw new TypeError(
      "toolset must be a name or an object with name and tools. Create it with defineToolset.",
    );
  }
  if (typeof named === "string" && Object.hasOwn(TOOLSETS, named)) return TOOLSETS[named as ToolsetName];
  throw new TypeError(
    `There is no toolset ${shownValue(named)}. Use a Toolset or one of these names: ${Object.keys(TOOLSETS).join(", ")}.`,
  );
}
