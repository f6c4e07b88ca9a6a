import type { ConfigReader } from "../load/index.js";
import { type ConfigValue, itemsOf, member, textOf } from "../parse/index.js";
import { literalPath, type OwnerRules, translated } from "../policy/index.js";
import type { ClaudeSettings } from "./settings-files.js";

/** Lists of `sandbox.filesystem` that restrict commands, and whether they concern reading too. */
const RESTRICTING = [
  ["denyRead", true],
  ["denyWrite", false],
] as const;

/**
 * Adds deny rules for the paths that commands in the sandbox may not read or write: `sandbox.filesystem.denyRead` and
 * `denyWrite`, and the files of `sandbox.credentials`. They apply to every command, even outside the sandbox.
 */
export function addSandboxPaths(
  settings: readonly ClaudeSettings[],
  rules: OwnerRules,
  reader: ConfigReader,
): void {
  const { notices, directory } = reader.options;
  for (const each of settings) {
    const { source } = each;
    const sandbox = member(each.value, "sandbox");
    const filesystem = member(sandbox, "filesystem");
    const add = (item: ConfigValue, path: string | undefined, { reads }: { readonly reads: boolean }) => {
      if (path === undefined) {
        reader.lose(source, "A path of the sandbox is not a string.", item.line);
        return;
      }
      const position = { source, line: item.line, text: `sandbox ${path}` };
      const folders = patternsOf(path, each, reader);
      const holdsProject = folders.some((folder) => `${directory}/`.startsWith(folder.replace(/\*\*$/, "")));
      const message = holdsProject
        ? "It contains the project: every command is denied, whatever allowRead opens."
        : reads
          ? undefined
          : "Commands that only read the path are denied as well.";
      const conditions = folders.map((folder) => ({ kind: "execute" as const, path: folder }));
      rules.add(
        "deny",
        translated(conditions, message === undefined ? undefined : "stricter", message),
        position,
      );
    };
    for (const [key, reads] of RESTRICTING)
      for (const item of itemsOf(member(filesystem, key))) add(item, textOf(item), { reads });
    for (const item of itemsOf(member(member(sandbox, "credentials"), "files")))
      add(item, textOf(member(item, "path")), { reads: true });
    for (const key of ["allowWrite", "allowRead", "disabled"]) {
      const set = member(filesystem, key);
      if (set === undefined) continue;
      const origin = { file: source.file, line: set.line, text: `sandbox.filesystem.${key}` };
      notices.add(
        "stricter",
        origin,
        "It opens no path: commands in the sandbox write to the working folders only.",
      );
    }
  }
}

/** Returns the patterns of a path and of everything below it. Here `/` is the root, and other paths start at the project. */
function patternsOf(
  path: string,
  { scope, root }: ClaudeSettings,
  { options }: ConfigReader,
): readonly string[] {
  const text = path
    .trim()
    .replace(/\/(?:\*\*)?$/, "")
    .replace(/^\/\//, "/")
    .replaceAll("{", "[{]");
  const base = scope === "project" ? options.directory : root;
  const whole = text.startsWith("/")
    ? text
    : text === "~" || text.startsWith("~/")
      ? `${literalPath(options.home)}${text.slice(1)}`
      : text === "" && path.trim().startsWith("/")
        ? ""
        : `${literalPath(base)}/${text.replace(/^\.(?:\/|$)/, "")}`.replace(/\/$/, "");
  return [...(whole === "" ? [] : [whole]), `${whole}/**`];
}
