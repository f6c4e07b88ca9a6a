import type { AnyTool, ToolSource } from "../contract/index.js";
import { ToolRegistryError } from "./tool-registry-error.js";

/** The prefixes that tell a tool's origin by its name (seed 001). */
export const SOURCE_PREFIXES: Readonly<Partial<Record<ToolSource, string>>> = {
  mcp: "mcp__",
  toolbox: "tb__",
};

/**
 * Refuses a name or alias that claims an origin the tool does not have, or hides the one it has: a foreign tool could
 * take the place of a built-in one otherwise.
 *
 * @throws ToolRegistryError `wrong-prefix`
 */
export function requireSourcePrefix(tool: AnyTool): void {
  const due = SOURCE_PREFIXES[tool.source];
  for (const name of [tool.name, ...tool.aliases.map((alias) => alias.name)]) {
    if (due !== undefined && !name.startsWith(due)) {
      throw new ToolRegistryError(
        `"${name}" comes from source "${tool.source}", so its name must start with "${due}": rename it "${due}${name}".`,
        { code: "wrong-prefix" },
      );
    }
    if (due !== undefined) continue;
    const claimed = Object.values(SOURCE_PREFIXES).find((prefix) => name.startsWith(prefix));
    if (claimed === undefined) continue;
    throw new ToolRegistryError(
      `"${name}" starts with "${claimed}", which is kept for tools of another source than "${tool.source}". ` +
        "Rename it, or say where it comes from with `source`.",
      { code: "wrong-prefix" },
    );
  }
}
