import type { ToolKind, Verdict } from "../../contract/index.js";
import type { ConfigReader, ConfigScope, OwnerConfig } from "../load/index.js";
import { booleanOf, type ConfigValue, entriesOf, member, parseJson, textOf } from "../parse/index.js";
import { type ConfigSource, literalPath, OwnerRules, translated } from "../policy/index.js";
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
  const { directory, home, systemRoot, notices } = reader.options;
  const folders: readonly (readonly [string, ConfigScope])[] = [
    [`${home}/.config/opencode`, "user"],
    ...(directory === home
      ? []
      : [[directory, "project"] as const, [`${directory}/.opencode`, "project"] as const]),
    // Managed files are read last, so they decide.
    [`${systemRoot.replace(/\/$/, "")}/etc/opencode`, "managed"],
  ];
  const merged = new Map<string, PermissionEntry>();
  for (const [folder, scope] of folders) {
    for (const name of ["opencode.json", "opencode.jsonc"]) {
      const source = reader.source(`${folder}/${name}`, scope);
      const value = await reader.value(source, parseJson);
      if (value === undefined) continue;
      for (const entry of [...toolEntries(value, source), ...permissionEntries(value, source, reader)]) {
        const key = JSON.stringify([entry.permission, entry.pattern]);
        const known = merged.get(key);
        if (entry.verdict === "allow" && !source.trusted) {
          const origin = {
            file: source.file,
            line: entry.line,
            text: `${entry.permission} ${entry.pattern}`,
          };
          notices.add("untrusted", origin, "The folder is not trusted, so the rule allows nothing.");
          // An entry of a trusted file keeps its verdict.
        } else if (known === undefined || source.trusted || entry.verdict !== "allow")
          merged.set(key, stricterOf(known, entry));
      }
    }
  }
  const rules = new OwnerRules("opencode", "last-match", notices);
  for (const { permission, pattern, verdict, source, line } of merged.values()) {
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

const STRICTNESS: readonly Verdict[] = ["allow", "ask", "deny"];

/** Returns the entry that counts. A file that is not trusted cannot replace a stricter entry. */
function stricterOf(known: PermissionEntry | undefined, entry: PermissionEntry): PermissionEntry {
  if (known === undefined || entry.source.trusted) return entry;
  return STRICTNESS.indexOf(entry.verdict) >= STRICTNESS.indexOf(known.verdict) ? entry : known;
}

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
  return STRICTNESS.find((verdict) => verdict === text);
}
