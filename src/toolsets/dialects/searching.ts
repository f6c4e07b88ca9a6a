import type { Act, Meant } from "./dialect.js";
import { negated } from "./values.js";

/** Finds lines in files. */
export const GREP: Act = {
  name: "grep",
  dialects: [
    {
      toolset: "amp",
      names: ["Grep"],
      parameters: {
        pattern: "pattern",
        path: "path",
        glob: "glob",
        caseSensitive: negated("ignoreCase"),
        literal: "literal",
      },
      compose: globBelowPath,
    },
    {
      toolset: "opencode",
      names: ["grep"],
      parameters: { pattern: "pattern", path: "path", include: "glob" },
      compose: allInPattern,
    },
    {
      toolset: "claude-code",
      names: ["Grep"],
      parameters: {
        pattern: "pattern",
        path: "path",
        glob: "glob",
        output_mode: "mode",
        "-i": "ignoreCase",
        "-A": "linesAfter",
        "-B": "linesBefore",
        "-C": "linesAround",
        head_limit: "limit",
        offset: "offset",
        "-n": "lineNumbers",
        "-o": "onlyMatching",
        type: "type",
        multiline: "multiline",
      },
      compose: literalInPattern,
    },
    {
      toolset: "gemini-cli",
      names: ["grep_search", "search_file_content"],
      parameters: {
        pattern: "pattern",
        dir_path: "path",
        path: "path",
        include: "glob",
        include_pattern: "glob",
        case_sensitive: negated("ignoreCase"),
        fixed_strings: "literal",
        context: "linesAround",
        after: "linesAfter",
        before: "linesBefore",
        total_max_matches: "limit",
      },
    },
    // Codex' search, which it offers to some models.
    {
      names: ["grep_files"],
      parameters: { pattern: "pattern", path: "path", include: "glob", limit: "limit" },
    },
  ],
};

/** Finds files by name. */
export const GLOB: Act = {
  name: "glob",
  dialects: [
    {
      toolset: "amp",
      names: ["glob"],
      parameters: { filePattern: "pattern", limit: "limit", offset: "offset" },
      compose: patternBelowPath,
    },
    { toolset: "opencode", names: ["glob"], parameters: { pattern: "pattern", path: "path" } },
    { toolset: "claude-code", names: ["Glob"], parameters: { pattern: "pattern", path: "path" } },
    {
      toolset: "gemini-cli",
      names: ["glob"],
      parameters: {
        pattern: "pattern",
        dir_path: "path",
        path: "path",
        case_sensitive: negated("ignoreCase"),
        respect_git_ignore: "respectGitIgnore",
        respect_gemini_ignore: "respectGeminiIgnore",
      },
    },
  ],
};

/** Lists a folder. */
export const LIST: Act = {
  name: "list",
  dialects: [
    { toolset: "amp", names: ["list", "ls"], parameters: { path: "path", ignore: "ignore" } },
    { toolset: "opencode", names: ["list"], parameters: { path: "path", ignore: "ignore" } },
    { toolset: "claude-code", names: ["ListDir"], parameters: { path: "path" } },
    {
      toolset: "gemini-cli",
      names: ["list_directory"],
      parameters: {
        dir_path: "path",
        path: "path",
        ignore: "ignore",
        file_filtering_options: "filtering",
      },
    },
    // Codex' tool, which it offers to some models.
    {
      names: ["list_dir"],
      parameters: { dir_path: "path", offset: "offset", limit: "limit", depth: "depth" },
    },
  ],
};

/** Moves literal text and case sensitivity into the regular expression, for a search without such parameters. */
function allInPattern(meant: Meant): void {
  literalInPattern(meant);
  const pattern = meant.get("pattern");
  const ignoreCase = meant.get("ignoreCase");
  if (typeof pattern !== "string" || (ignoreCase !== true && ignoreCase !== "true")) return;
  meant.set("pattern", `(?i)${pattern}`);
}

/** Moves literal text into the regular expression, for a search without plain text. */
function literalInPattern(meant: Meant): void {
  const pattern = meant.get("pattern");
  const literal = meant.get("literal");
  if (typeof pattern !== "string" || (literal !== true && literal !== "true")) return;
  meant.set("pattern", pattern.replace(/[\\^$.|?*+()[\]{}&~#-]/g, "\\$&"));
}

/** Moves the path into the glob, for a search that accepts only one of the two. */
function globBelowPath(meant: Meant): void {
  const glob = meant.get("glob");
  if (typeof glob !== "string" || glob === "") return;
  // A bare name is searched in every folder.
  const below = joinedPattern(meant.get("path"), glob.includes("/") ? glob : `**/${glob}`);
  if (below === undefined) return;
  meant.set("glob", below);
  meant.delete("path");
}

/** Moves the path into the pattern, for a search whose pattern contains its starting folder. */
function patternBelowPath(meant: Meant): void {
  const pattern = meant.get("pattern");
  if (typeof pattern !== "string" || pattern === "") return;
  const below = joinedPattern(meant.get("path"), pattern);
  if (below !== undefined) meant.set("pattern", below);
}

/** Joins a path and a pattern; undefined without a usable path. */
function joinedPattern(path: unknown, pattern: string): string | undefined {
  if (typeof path !== "string" || path === "" || pattern.startsWith("/")) return undefined;
  // The path is a name, not a pattern: `app/[slug]` is one folder.
  const folder = path.replace(/[*?[\]{}\\!]/g, "\\$&").replace(/(?<!\/)\/+$/, "");
  return `${folder}/${pattern}`;
}
