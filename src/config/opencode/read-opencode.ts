import type { ToolKind, Verdict } from "../../contract/index.js";
import { createYield } from "../../values/index.js";
import type { ConfigReader, OwnerConfig } from "../load/index.js";
import { booleanOf, type ConfigValue, entriesOf, member, textOf } from "../parse/index.js";
import { type ConfigSource, literalPath, OwnerRules, translated } from "../policy/index.js";
import { readOpenCodeFiles } from "./opencode-files.js";
import { translatePermission } from "./translate-permission.js";

/** One entry of the merged `permission` of all files. */
interface PermissionEntry {
  readonly permission: string;
  readonly pattern: string;
  readonly verdict: Verdict;
  readonly source: ConfigSource;
  readonly line: number;
}

/** Tools that the earlier setting `tools: { write: false }` can switch off, with their permission. */
const EARLIER_TOOLS: ReadonlyMap<string, string> = new Map([
  ["write", "edit"],
  ["patch", "edit"],
  ["multiedit", "edit"],
]);

const INSIDE: readonly (readonly [Verdict, readonly ToolKind[]])[] = [
  ["allow", ["read", "search", "execute"]],
  ["ask", ["edit", "delete", "move"]],
];

/** Reads the permissions of OpenCode. The last entry that matches decides. */
export async function readOpenCodePermissions(reader: ConfigReader): Promise<OwnerConfig> {
  const { directory, home, notices } = reader.options;
  const merged = new Map<string | symbol, PermissionEntry>();
  const pause = createYield();
  for (const { source, value } of await readOpenCodeFiles(reader)) {
    for (const entry of [...toolEntries(value, source), ...permissionEntries(value, source, reader)]) {
      await pause();
      // Entries of a folder that is not trusted replace no other entry: they count in addition.
      const key = source.trusted ? JSON.stringify([entry.permission, entry.pattern]) : Symbol();
      merged.set(key, entry);
    }
  }
  const rules = new OwnerRules("opencode", "last-match", notices);
  for (const { permission, pattern, verdict, source, line } of merged.values()) {
    await pause();
    const position = { source, line, text: `${permission} ${pattern}: ${verdict}` };
    rules.add(verdict, translatePermission(permission, pattern, verdict, { directory, home }), position);
    if (permission !== "external_directory" || pattern !== "*" || verdict !== "deny") continue;
    const path = `${literalPath(directory)}/**`;
    for (const [inside, kinds] of INSIDE) {
      rules.add(inside, translated(kinds.map((kind) => ({ kind, path }))), position);
    }
  }
  return { rules };
}

const VERDICTS: readonly Verdict[] = ["allow", "ask", "deny"];

function permissionEntries(
  value: ConfigValue,
  source: ConfigSource,
  reader: ConfigReader,
): readonly PermissionEntry[] {
  const set = member(value, "permission");
  if (set === undefined) return [];
  const invalid = (line: number) => {
    reader.lose(source, 'A permission is neither "allow", "ask" or "deny" nor an object of them.', line);
    return [];
  };
  const single = (permission: string, pattern: string, each: ConfigValue): readonly PermissionEntry[] => {
    const verdict = verdictOf(textOf(each));
    return verdict === undefined
      ? invalid(each.line)
      : [{ permission, pattern, verdict, source, line: each.line }];
  };
  if (set.type === "text") return single("*", "*", set);
  if (set.type !== "record") return invalid(set.line);
  return entriesOf(set).flatMap(([permission, each]) =>
    each.type === "record"
      ? entriesOf(each).flatMap(([pattern, action]) => single(permission, pattern, action))
      : single(permission, "*", each),
  );
}

function toolEntries(value: ConfigValue, source: ConfigSource): readonly PermissionEntry[] {
  return entriesOf(member(value, "tools")).flatMap(([tool, each]) =>
    booleanOf(each) === false
      ? [
          {
            permission: EARLIER_TOOLS.get(tool) ?? tool,
            pattern: "*",
            verdict: "deny" as const,
            source,
            line: each.line,
          },
        ]
      : [],
  );
}

function verdictOf(text: string | undefined): Verdict | undefined {
  return VERDICTS.find((verdict) => verdict === text);
}
