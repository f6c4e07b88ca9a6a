import fc from "fast-check";
import type { ToolsetName } from "../../src/toolsets/index.js";

/** One call of a random batch; its paths are relative to the root of a tree. */
export interface Step {
  readonly name: string;
  readonly input: (root: string) => unknown;
}

// Few names, so that calls conflict; some are equal on a volume that ignores case or the form of Unicode.
const names = fc.constantFrom("a", "b", "c", "d", "x", "A", "\u00e9", "e\u0301", "AGENTS.md");

/** Paths without `..`. */
export const plainPaths = fc.oneof(
  { weight: 4, arbitrary: names },
  { weight: 4, arbitrary: fc.tuple(names, names).map((parts) => parts.join("/")) },
  { weight: 1, arbitrary: fc.tuple(names, names, names).map((parts) => parts.join("/")) },
  { weight: 1, arbitrary: fc.constant(".prettierrc") },
);

/** Paths of calls: some go through a missing folder, or back from the target of a symlink. */
export const paths = fc.oneof(
  { weight: 9, arbitrary: plainPaths },
  { weight: 1, arbitrary: fc.tuple(names, names).map(([one, other]) => `${one}/../${other}`) },
);

const words = fc.constantFrom("one", "two", "three", "four");
const folders = fc.option(paths, { nil: "." });
const wordsInPaths = fc.tuple(paths, words);

/** Names of parameters that are paths; models send absolute ones. */
const PATH_PARAMETERS = ["path", "source", "destination", "file_path", "filePath", "dir_path"];

type Input = Readonly<Record<string, unknown>>;

function step<Value>(
  name: string,
  values: fc.Arbitrary<Value>,
  input: (value: Value) => Input,
): fc.Arbitrary<Step> {
  return values.map((value) => ({
    ...call(name, input(value)),
    [fc.toStringMethod]: () => `${name} ${JSON.stringify(input(value))}`,
  }));
}

/** Returns a call of a tool, with paths relative to the root. */
export function call(name: string, input: Input): Step {
  return { name, input: (root) => rooted(input, root) };
}

function rooted(input: Input, root: string): Input {
  const given = { ...input };
  for (const key of PATH_PARAMETERS) {
    if (typeof given[key] === "string") given[key] = `${root}/${given[key]}`;
  }
  return given;
}

const patches = fc
  .tuple(fc.constantFrom("add", "delete", "update", "move"), paths, paths, words)
  .map(([kind, path, other, word]) => {
    const change = `@@\n-${word}\n+${word} patched`;
    return {
      add: `*** Add File: ${path}\n+${word}`,
      delete: `*** Delete File: ${path}`,
      update: `*** Update File: ${path}\n${change}`,
      move: `*** Update File: ${path}\n*** Move to: ${other}\n${change}`,
    }[kind];
  });

/** Patches of one file or two. */
const patchTexts = fc
  .array(patches, { minLength: 1, maxLength: 2 })
  .map((sections) => `*** Begin Patch\n${sections.join("\n")}\n*** End Patch\n`);

/** Commands that rename files, and one that reads. */
const commands = fc
  .tuple(fc.constantFrom("ln", "ln -sn", "mv -T", "cat"), plainPaths, plainPaths)
  .map(([program, one, other]) => `${program} ${one} ${program === "cat" ? "" : other}`);

const globs = folders.map((path) => (path === "." || path.includes("..") ? "**/*" : `${path}/**`));

/** The two replacements of a multi-edit: the second one edits the output of the first. */
function replacements<Edit>(
  [, old, fresh]: readonly [string, string, string],
  edit: (old: string, fresh: string) => Edit,
): readonly Edit[] {
  return [edit(old, `${fresh}!`), edit(`${fresh}!`, `${old} ${fresh}`)];
}

const edits = fc.tuple(paths, words, words);
const moves = fc.tuple(paths, paths, fc.boolean());

const amp = fc.oneof(
  { weight: 3, arbitrary: step("Read", paths, (path) => ({ path })) },
  { weight: 3, arbitrary: step("create_file", wordsInPaths, ([path, content]) => ({ path, content })) },
  {
    weight: 3,
    arbitrary: step("edit_file", edits, ([path, old, fresh]) => ({
      path,
      old_str: old,
      new_str: `${fresh}\n${old}`,
      replace_all: true,
    })),
  },
  {
    weight: 3,
    arbitrary: step("multi_edit", edits, (values) => ({
      path: values[0],
      edits: replacements(values, (old, fresh) => ({ old_str: old, new_str: fresh, replace_all: true })),
    })),
  },
  {
    weight: 3,
    arbitrary: step("move_file", moves, ([source, destination, overwrite]) => ({
      source,
      destination,
      overwrite,
    })),
  },
  {
    weight: 3,
    arbitrary: step("delete_file", fc.tuple(paths, fc.boolean()), ([path, recursive]) => ({
      path,
      recursive,
    })),
  },
  { weight: 3, arbitrary: step("undo_edit", paths, (path) => ({ path })) },
  { weight: 3, arbitrary: step("list", folders, (path) => ({ path })) },
  { weight: 2, arbitrary: step("glob", globs, (filePattern) => ({ filePattern })) },
  {
    weight: 2,
    arbitrary: step("Grep", fc.tuple(words, folders), ([pattern, path]) => ({ pattern, path })),
  },
  { weight: 3, arbitrary: step("apply_patch", patchTexts, (patch) => ({ patch })) },
  { weight: 2, arbitrary: step("format_file", paths, (path) => ({ path })) },
  { weight: 1, arbitrary: step("Bash", commands, (cmd) => ({ cmd })) },
);

const claudeCode = fc.oneof(
  { weight: 6, arbitrary: step("Read", paths, (path) => ({ file_path: path })) },
  { weight: 2, arbitrary: step("Write", wordsInPaths, ([path, content]) => ({ file_path: path, content })) },
  {
    weight: 3,
    arbitrary: step("Edit", edits, ([path, old, fresh]) => ({
      file_path: path,
      old_string: old,
      new_string: `${fresh} ${old}`,
      replace_all: true,
    })),
  },
  {
    weight: 3,
    arbitrary: step("MultiEdit", edits, (values) => ({
      file_path: values[0],
      edits: replacements(values, (old, fresh) => ({
        old_string: old,
        new_string: fresh,
        replace_all: true,
      })),
    })),
  },
  { weight: 2, arbitrary: step("Move", moves, ([source, destination]) => ({ source, destination })) },
  { weight: 2, arbitrary: step("DeleteFile", paths, (path) => ({ file_path: path })) },
  { weight: 2, arbitrary: step("ListDir", folders, (path) => ({ path })) },
  { weight: 1, arbitrary: step("Glob", globs, (pattern) => ({ pattern })) },
  {
    weight: 1,
    arbitrary: step("Grep", fc.tuple(words, folders), ([pattern, path]) => ({ pattern, path })),
  },
  { weight: 1, arbitrary: step("Bash", commands, (command) => ({ command })) },
);

const codex = fc.oneof(
  { weight: 8, arbitrary: step("apply_patch", patchTexts, (input) => ({ input })) },
  {
    weight: 1,
    arbitrary: step("exec_command", commands, (cmd) => ({ cmd })),
  },
  { weight: 1, arbitrary: step("view_image", paths, (path) => ({ path })) },
);

const opencode = fc.oneof(
  { weight: 4, arbitrary: step("read", paths, (filePath) => ({ filePath })) },
  { weight: 2, arbitrary: step("write", wordsInPaths, ([filePath, content]) => ({ filePath, content })) },
  {
    weight: 3,
    arbitrary: step("edit", edits, ([filePath, oldString, fresh]) => ({
      filePath,
      oldString,
      newString: `${fresh} ${oldString}`,
      replaceAll: true,
    })),
  },
  {
    weight: 3,
    arbitrary: step("multiedit", edits, (values) => ({
      filePath: values[0],
      edits: replacements(values, (oldString, newString) => ({ oldString, newString, replaceAll: true })),
    })),
  },
  { weight: 4, arbitrary: step("apply_patch", patchTexts, (patchText) => ({ patchText })) },
  { weight: 2, arbitrary: step("list", folders, (path) => ({ path })) },
  { weight: 1, arbitrary: step("glob", globs, (pattern) => ({ pattern })) },
  {
    weight: 1,
    arbitrary: step("grep", fc.tuple(words, folders), ([pattern, path]) => ({ pattern, path })),
  },
  { weight: 1, arbitrary: step("bash", commands, (command) => ({ command, description: "" })) },
);

const geminiCli = fc.oneof(
  { weight: 4, arbitrary: step("read_file", paths, (path) => ({ file_path: path })) },
  {
    weight: 3,
    arbitrary: step("write_file", wordsInPaths, ([path, content]) => ({ file_path: path, content })),
  },
  {
    weight: 4,
    arbitrary: step("replace", edits, ([path, old, fresh]) => ({
      file_path: path,
      old_string: old,
      new_string: `${fresh} ${old}`,
      allow_multiple: true,
    })),
  },
  { weight: 2, arbitrary: step("list_directory", folders, (path) => ({ dir_path: path })) },
  { weight: 1, arbitrary: step("glob", globs, (pattern) => ({ pattern })) },
  {
    weight: 1,
    arbitrary: step("search_file_content", fc.tuple(words, folders), ([pattern, path]) => ({
      pattern,
      dir_path: path,
    })),
  },
  { weight: 1, arbitrary: step("run_shell_command", commands, (command) => ({ command })) },
);

/** The calls of each toolset that touch files. */
export const STEPS: Readonly<Record<Exclude<ToolsetName, "none">, fc.Arbitrary<Step>>> = {
  amp,
  "claude-code": claudeCode,
  codex,
  opencode,
  "gemini-cli": geminiCli,
};
