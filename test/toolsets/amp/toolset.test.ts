import { describe, expect, expectTypeOf, it } from "vitest";
import {
  type AmpDocument,
  type AmpEditResult,
  type AmpGlobResult,
  type AmpImage,
  ampToolset,
} from "../../../src/toolsets/index.js";

const tools = new Map<string, (typeof ampToolset.tools)[number]>(
  ampToolset.tools.map((tool) => [tool.name, tool]),
);

/** Seed 000's schemas, word for word. */
const SEED_SCHEMAS = {
  Read: {
    type: "object",
    properties: {
      path: {
        type: "string",
        description: "The absolute path to the file or directory (MUST be absolute, not relative).",
      },
      read_range: {
        type: "array",
        items: { type: "number" },
        minItems: 2,
        maxItems: 2,
        description: "Line range [start, end], 1-indexed. Default: [1, 500]. Hard cap: 2,000 lines.",
      },
    },
    required: ["path"],
  },
  edit_file: {
    type: "object",
    properties: {
      path: { type: "string", description: "Absolute path to the file (MUST exist)" },
      old_str: { type: "string", description: "Text to search for. Must match exactly." },
      new_str: { type: "string", description: "Text to replace old_str with." },
      replace_all: { type: "boolean", default: false, description: "Replace all occurrences of old_str" },
    },
    required: ["path", "old_str", "new_str"],
  },
  create_file: {
    type: "object",
    properties: {
      path: {
        type: "string",
        description: "Absolute path of file to create. If exists, will be overwritten.",
      },
      content: { type: "string", description: "The content for the file." },
    },
    required: ["path", "content"],
  },
  Bash: {
    type: "object",
    properties: {
      cmd: { type: "string", description: "The shell command to execute" },
      cwd: { type: "string", description: "Working directory (absolute path)" },
      // The seed has no background jobs; everything else is as it says.
      background: {
        type: "boolean",
        description: "Start the command as a background job and return its job_id at once",
      },
    },
    required: ["cmd"],
  },
  glob: {
    type: "object",
    properties: {
      filePattern: { type: "string", description: 'Glob pattern like "**/*.js" or "src/**/*.ts"' },
      limit: { type: "number", description: "Maximum results to return" },
      offset: { type: "number", description: "Results to skip (pagination)" },
    },
    required: ["filePattern"],
    additionalProperties: false,
  },
  Grep: {
    type: "object",
    properties: {
      pattern: { type: "string", description: "Regex pattern to search for" },
      path: { type: "string", description: "File or directory path. Cannot use with glob." },
      glob: { type: "string", description: "Glob pattern for files. Cannot use with path." },
      caseSensitive: { type: "boolean", description: "Case-sensitive search (default: false)" },
      literal: { type: "boolean", description: "Treat pattern as literal string, not regex" },
    },
    required: ["pattern"],
  },
};

describe("the amp toolset", () => {
  it("holds the six essential tools in the order of the Amp specification, then the rest", () => {
    expect(ampToolset.name).toBe("amp");
    expect(ampToolset.tools.map((tool) => tool.name)).toEqual([
      ...Object.keys(SEED_SCHEMAS),
      "multi_edit",
      "apply_patch",
      "undo_edit",
      "delete_file",
      "move_file",
      "list",
      "format_file",
      "get_diagnostics",
      "web_search",
      "read_web_page",
      "list_jobs",
      "read_job",
      "wait_for_job",
      "kill_job",
      "Task",
      "finder",
      "oracle",
      "librarian",
      "kraken",
      "Check",
      "find_thread",
      "read_thread",
      "task_list",
    ]);
  });

  it.each(Object.entries(SEED_SCHEMAS))(
    "shows %s with exactly the schema of the specification",
    (name, schema) => {
      expect(tools.get(name)?.inputSchema).toStrictEqual(schema);
    },
  );

  it.each([
    ["Read", ["read", "read_file"]],
    ["edit_file", ["Edit", "edit"]],
    ["create_file", ["Write", "write", "write_file"]],
    ["Bash", ["bash", "run_terminal_command"]],
    ["glob", ["Glob"]],
    ["Grep", ["grep"]],
    ["multi_edit", ["MultiEdit", "multiedit"]],
    ["apply_patch", ["ApplyPatch", "patch"]],
    ["undo_edit", []],
    ["delete_file", ["Delete", "delete", "DeleteFile"]],
    ["move_file", ["Move", "move", "rename"]],
    ["list", ["ListDir", "list_directory", "ls"]],
    ["format_file", []],
    ["web_search", ["WebSearch", "websearch", "google_web_search"]],
    ["read_web_page", ["WebFetch", "webfetch", "web_fetch"]],
    ["list_jobs", ["list_background_processes"]],
    ["read_job", ["BashOutput", "job_output", "read_background_output"]],
    ["wait_for_job", []],
    ["kill_job", ["KillShell", "KillBash", "job_kill"]],
    ["Task", ["task", "Agent"]],
    ["finder", []],
    ["oracle", []],
    ["librarian", []],
    ["kraken", []],
    ["Check", ["run_checks"]],
    ["find_thread", ["find_threads", "search_threads"]],
    ["read_thread", ["get_thread", "view_thread"]],
    ["task_list", ["taskList"]],
  ])("answers for %s to %j", (name, aliases) => {
    // Those of the other toolsets come on top (test/toolsets/dialects).
    expect(tools.get(name)?.aliases.map((alias) => alias.name)).toEqual(expect.arrayContaining(aliases));
  });

  it.each([
    ["Read", "read"],
    ["edit_file", "edit"],
    ["create_file", "edit"],
    ["Bash", "execute"],
    ["glob", "search"],
    ["Grep", "search"],
    ["multi_edit", "edit"],
    ["apply_patch", "edit"],
    ["undo_edit", "edit"],
    ["delete_file", "delete"],
    ["move_file", "move"],
    ["list", "search"],
    // It runs a program that the project brings along.
    ["format_file", "execute"],
    ["web_search", "fetch"],
    ["read_web_page", "fetch"],
    ["list_jobs", "read"],
    ["read_job", "read"],
    ["wait_for_job", "read"],
    // It reaches nothing but what the session started.
    ["kill_job", "read"],
    // Each call that a subagent makes is judged by itself.
    ["Task", "think"],
    ["finder", "search"],
    // It reads the files that go along.
    ["oracle", "read"],
    ["librarian", "search"],
    ["kraken", "think"],
    // It runs what the project calls its checks.
    ["Check", "execute"],
    ["find_thread", "search"],
    ["read_thread", "read"],
    ["task_list", "think"],
  ])("assigns %s the kind %s, from which its default permission follows", (name, kind) => {
    expect(tools.get(name)).toMatchObject({ kind, source: "builtin" });
  });

  it("runs alone what may touch anything, and only what has its own limit or none is without a time limit", () => {
    const serial = ampToolset.tools.filter((tool) => tool.executionProfile?.serial);
    // What an undo takes back is known only to the journal.
    expect(serial.map((tool) => tool.name)).toEqual(["Bash", "undo_edit", "Check"]);
    expect(ampToolset.tools.filter((tool) => tool.timeoutMs === false).map((tool) => tool.name)).toEqual([
      "Bash",
      "wait_for_job",
      "Task",
      "finder",
      "oracle",
      "librarian",
      "kraken",
      "Check",
    ]);
  });

  it.each([
    ["Read", { path: "/a" }, [{ key: "file:/a", mode: "read" }]],
    // Of a missing file, similar names are told: who looks for it reads.
    [
      "edit_file",
      { path: "a", old_str: "x", new_str: "y" },
      [
        { key: "file:a", mode: "write" },
        { key: "file:a", mode: "read" },
      ],
    ],
    ["create_file", { path: "/a", content: "" }, [{ key: "file:/a", mode: "write" }]],
    ["glob", { filePattern: "**/*" }, [{ key: "directory:/cwd", mode: "read", scope: "subtree" }]],
    ["glob", { filePattern: "/x/src/*.ts" }, [{ key: "directory:/x/src", mode: "read", scope: "subtree" }]],
    ["Grep", { pattern: "x" }, [{ key: "directory:/cwd", mode: "read", scope: "subtree" }]],
    ["Grep", { pattern: "x", path: "/y" }, [{ key: "directory:/y", mode: "read", scope: "subtree" }]],
    [
      "Grep",
      { pattern: "x", glob: "../z/*.ts" },
      [{ key: "directory:../z", mode: "read", scope: "subtree" }],
    ],
    [
      "multi_edit",
      { path: "a", edits: [] },
      [
        { key: "file:a", mode: "write" },
        { key: "file:a", mode: "read" },
      ],
    ],
    [
      "delete_file",
      { path: "/a/b", recursive: false },
      [
        { key: "file:/a/b", mode: "write" },
        { key: "directory:/a", mode: "write" },
        { key: "file:/a/b", mode: "read" },
      ],
    ],
    [
      "delete_file",
      { path: "b/", recursive: true },
      [
        { key: "file:b/", mode: "write" },
        { key: "directory:/cwd", mode: "write" },
        { key: "file:b/", mode: "read" },
        { key: "directory:b/", mode: "write", scope: "subtree" },
      ],
    ],
    [
      "move_file",
      { source: "/a/b", destination: "c/d", overwrite: false },
      [
        { key: "file:/a/b", mode: "write" },
        { key: "directory:/a", mode: "write" },
        { key: "file:/a/b", mode: "read" },
        { key: "file:c/d", mode: "write" },
        { key: "directory:c", mode: "write" },
      ],
    ],
    ["list", {}, [{ key: "directory:/cwd", mode: "read", scope: "subtree" }]],
    ["list", { path: "a" }, [{ key: "directory:a", mode: "read", scope: "subtree" }]],
    // What a formatter reads besides, only it knows.
    [
      "format_file",
      { path: "a" },
      [
        { key: "file:a", mode: "write" },
        { key: "file:a", mode: "read" },
        { key: "directory:/", mode: "read", scope: "subtree" },
      ],
    ],
    [
      "format_file",
      { path: "C:\\x\\a" },
      [
        { key: "file:C:\\x\\a", mode: "write" },
        { key: "file:C:\\x\\a", mode: "read" },
        { key: "directory:C:\\", mode: "read", scope: "subtree" },
      ],
    ],
    [
      "format_file",
      { path: "\\\\server\\share\\x\\a" },
      [
        { key: "file:\\\\server\\share\\x\\a", mode: "write" },
        { key: "file:\\\\server\\share\\x\\a", mode: "read" },
        { key: "directory:\\\\server\\share\\", mode: "read", scope: "subtree" },
      ],
    ],
    ["find_thread", { query: "x" }, [{ key: "threads", mode: "read" }]],
    ["read_thread", { threadID: "T" }, [{ key: "threads", mode: "read" }]],
    ["task_list", { action: "list" }, [{ key: "todo-list", mode: "read" }]],
    ["task_list", { action: "create", title: "x" }, [{ key: "todo-list", mode: "write" }]],
    ["list_jobs", {}, []],
    ["read_job", { job_id: "job-7" }, [{ key: "job:job-7", mode: "write" }]],
    ["wait_for_job", { job_id: "job-7" }, [{ key: "job:job-7", mode: "write" }]],
    ["kill_job", { job_id: "job-7" }, [{ key: "job:job-7", mode: "write" }]],
  ])("declares what %s touches for %j", (name, input, keys) => {
    const resourceKeys = tools.get(name)?.executionProfile?.resourceKeys as (
      ...parameters: unknown[]
    ) => unknown;
    expect(resourceKeys(input, { cwd: "/cwd" })).toEqual(keys);
  });

  it.each([
    ["Read", { path: "/a" }, { paths: [{ path: "/a", access: "read" }] }],
    ["edit_file", { path: "a", old_str: "x", new_str: "y" }, { paths: [{ path: "a", access: "write" }] }],
    ["create_file", { path: "/a", content: "" }, { paths: [{ path: "/a", access: "write" }] }],
    ["Bash", { cmd: "ls" }, { command: "ls", cwd: "/cwd", paths: [{ path: "/cwd", access: "read" }] }],
    [
      "Bash",
      { cmd: "ls", cwd: "~/x" },
      { command: "ls", cwd: "~/x", paths: [{ path: "~/x", access: "read" }] },
    ],
    ["glob", { filePattern: "/etc/*" }, { paths: [{ path: "/etc", access: "read" }] }],
    ["Grep", { pattern: "x", path: "~/y" }, { paths: [{ path: "~/y", access: "read" }] }],
    ["multi_edit", { path: "a", edits: [] }, { paths: [{ path: "a", access: "write" }] }],
    // The change may be taken back by removing what it made.
    [
      "undo_edit",
      { path: "a" },
      {
        paths: [
          { path: "a", access: "write" },
          { path: "a", access: "delete" },
        ],
      },
    ],
    ["delete_file", { path: "a", recursive: true }, { paths: [{ path: "a", access: "delete" }] }],
    [
      "move_file",
      { source: "a", destination: "~/b", overwrite: false },
      {
        paths: [
          { path: "a", access: "delete" },
          { path: "~/b", access: "write" },
        ],
      },
    ],
    [
      "move_file",
      { source: "x/a/", destination: "/d/", overwrite: false },
      {
        paths: [
          { path: "x/a/", access: "delete" },
          { path: "/d/", access: "write" },
          { path: "/d/a", access: "write" },
        ],
      },
    ],
    ["list", {}, { paths: [{ path: "/cwd", access: "read" }] }],
    ["format_file", { path: "a" }, { paths: [{ path: "a", access: "write" }] }],
    // The commands are judged one by one, when they are known.
    ["Check", {}, { paths: [{ path: "/cwd", access: "read" }] }],
    ["Check", { cwd: "~/x", checks: ["test"] }, { paths: [{ path: "~/x", access: "read" }] }],
  ])("tells permission rules what %s is about to do with %j", (name, input, facts) => {
    const declared = tools.get(name)?.facts as ((...parameters: unknown[]) => unknown) | undefined;
    expect(declared?.(input, { cwd: "/cwd" })).toEqual(facts);
  });

  it("keeps the types of each tool for runtime.invoke", () => {
    const [read, editFile, , bash, glob, grep] = ampToolset.tools;
    expectTypeOf(read.name).toEqualTypeOf<"Read">();
    expectTypeOf<Awaited<ReturnType<typeof read.execute>>>().toEqualTypeOf<string | AmpImage | AmpDocument>();
    expectTypeOf<Awaited<ReturnType<typeof editFile.execute>>>().toEqualTypeOf<AmpEditResult>();
    expectTypeOf<Awaited<ReturnType<typeof bash.execute>>>().toEqualTypeOf<string>();
    expectTypeOf<Awaited<ReturnType<typeof glob.execute>>>().toEqualTypeOf<AmpGlobResult>();
    expectTypeOf<Awaited<ReturnType<typeof grep.execute>>>().toEqualTypeOf<readonly string[]>();
    expectTypeOf<NonNullable<typeof editFile.types>["accepts"]>().toEqualTypeOf<{
      path: string;
      old_str: string;
      new_str: string;
      replace_all?: boolean | undefined;
    }>();
  });
});
