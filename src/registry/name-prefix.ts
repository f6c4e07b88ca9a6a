import type { AnyTool, ToolSource } from "../contract/index.js";
import { ToolRegistryError } from "./tool-registry-error.js";

/** The prefixes that mark a tool's source in its name (the Amp specification). */
export const SOURCE_PREFIXES: Readonly<Partial<Record<ToolSource, string>>> = {
  mcp: "mcp__",
  toolbox: "tb__",
};

/**
 * Refuses a name or alias that claims another source than the tool has, or hides its source: otherwise an
 * external tool could replace a built-in one.
 *
 * @throws ToolRegistryError `wrong-prefix`
 */
export function requireSourcePrefix(tool: AnyTool): void {
  const due = SOURCE_PREFIXES[tool.source];
  for (const name of [tool.name, ...tool.aliases.map((alias) => alias.name)]) {
    if (due !== undefined && !name.startsWith(due)) {
      throw new ToolRegistryError(
        `"${name}" has the source "${tool.source}", so its name must start with "${due}". Rename it to "${due}${name}".`,
        { code: "wrong-prefix" },
      );
    }
    if (due !== undefined) continue;
    const claimed = Object.values(SOURCE_PREFIXES).find((prefix) => name.startsWith(prefix));
    if (claimed === undefined) continue;
    throw new ToolRegistryError(
      `"${name}" starts with "${claimed}", which is reserved for tools of another source than "${tool.source}". ` +
        "Rename it, or set its origin with `source`.",
      { code: "wrong-prefix" },
    );
  }
}
