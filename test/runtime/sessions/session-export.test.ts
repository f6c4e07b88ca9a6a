import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import {
  type AnyTool,
  createToolRuntime,
  type ExportedSession,
  type SessionState,
  ToolError,
  type ToolRuntimeOptions,
} from "../../../src/index.js";
import { addSessionGrants } from "../../../src/runtime/sessions/session.js";
import { iterationsDuring } from "../../event-loop-iterations.js";

/** Two machines with the same files. */
function twoPlaces(files: Readonly<Record<string, string>> = { "a.txt": "one\ntwo\n" }) {
  const base = mkdtempSync(join(realpathSync(tmpdir()), "collet-travel-"));
  onTestFinished(() => rmSync(base, { recursive: true, force: true }));
  const [here, there] = [join(base, "here"), join(base, "there")];
  mkdirSync(here);
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(join(here, name, ".."), { recursive: true });
    writeFileSync(join(here, name), text);
  }
  return {
    here,
    there,
    /** Copies the files to the machine of the session. */
    sync: () => cpSync(here, there, { recursive: true, verbatimSymlinks: true }),
    outside: base,
  };
}

function runtimeIn(cwd: string, options: ToolRuntimeOptions<readonly AnyTool[]> = {}) {
  const runtime = createToolRuntime({
    cwd,
    permissions: "allow-all",
    stateDirectory: join(cwd, "../state"),
    ...options,
  });
  onTestFinished(() => runtime[Symbol.asyncDispose]());
  return runtime;
}

/** Returns the export as it is transmitted. */
const sent = (state: ExportedSession): ExportedSession => JSON.parse(JSON.stringify(state));

describe("an imported session", () => {
  it.each([
    ["an edit", "edit_file", { path: "a.txt", old_str: "one", new_str: "1" }],
    ["a new file in new folders", "create_file", { path: "x/y/new.txt", content: "new" }],
    ["a file that was written over", "create_file", { path: "a.txt", content: "all new" }],
    ["a file that was deleted", "delete_file", { path: "a.txt" }],
    ["a file that was moved", "move_file", { source: "a.txt", destination: "deep/er/b.txt" }],
  ])("undoes the earlier changes of an imported session: %s", async (_title, name, input) => {
    const { here, there, sync } = twoPlaces();
    const first = runtimeIn(here);
    const tool = first.registry.resolve(name).status === "found";
    if (!tool) throw new Error(`no ${name}`);
    const done = await first.execute({ id: "1", name, input });
    expect(done, JSON.stringify(done.error)).toMatchObject({ status: "done" });
    sync();
    const second = runtimeIn(there);
    const session = await second.importSession(sent(await first.exportSession()));
    const undone = await second.execute({ id: "2", name: "undo_edit", input: {} }, { session });
    const retried =
      undone.error?.errorCode === "invalid-input"
        ? await second.execute(
            { id: "3", name: "undo_edit", input: { path: Object(input).destination ?? Object(input).path } },
            { session },
          )
        : undone;
    expect(retried, JSON.stringify(retried.error)).toMatchObject({ status: "done" });
    expect(readFileSync(join(there, "a.txt"), "utf8")).toBe("one\ntwo\n");
    for (const path of ["x", "deep"]) expect(existsSync(join(there, path))).toBe(false);
  });

  it("refuses to change a file that is different from the one read before the export", async () => {
    const { here, there, sync } = twoPlaces();
    const first = runtimeIn(here);
    await first.execute({ id: "1", name: "Read", input: { path: "a.txt" } });
    sync();
    writeFileSync(join(there, "a.txt"), "one\n2\n");
    const second = runtimeIn(there);
    const session = await second.importSession(sent(await first.exportSession()));
    const edit = { id: "2", name: "edit_file", input: { path: "a.txt", old_str: "one", new_str: "1" } };
    expect(await second.execute(edit, { session })).toMatchObject({ error: { errorCode: "stale-file" } });
    writeFileSync(join(there, "a.txt"), "one\ntwo\n");
    expect(await second.execute(edit, { session })).toMatchObject({ status: "done" });
  });

  it("restores the folder, the to-dos and the states of the host's tools", async () => {
    const { here, there, sync } = twoPlaces({ "sub/a.txt": "x" });
    const counter = Symbol("counter");
    const state: SessionState = {
      name: "counter",
      export: (session) => (session.memory.get(counter) as number | undefined) ?? 0,
      import(session, value) {
        if (typeof value !== "number")
          throw new ToolError("counter must be a number", { code: "invalid-input" });
        session.memory.set(counter, value);
      },
    };
    const first = runtimeIn(here, { sessionStates: [state] });
    const session = first.session({ id: "thread", cwd: "sub" });
    session.memory.set(counter, 7);
    const todo = first.tools().find(({ name }) => /todo_write|todowrite/i.test(name))?.name;
    if (todo !== undefined) {
      await first.execute(
        { id: "1", name: todo, input: { todos: [{ content: "go", status: "pending" }] } },
        { session },
      );
    }
    sync();
    const exported = sent(await first.exportSession(session));
    expect(exported).toMatchObject({ version: 1, id: "thread", cwd: "sub", states: { counter: 7 } });
    const second = runtimeIn(there, { sessionStates: [state] });
    const arrived = await second.importSession(exported);
    expect(arrived).toMatchObject({ id: "thread", cwd: join(there, "sub") });
    expect(arrived.memory.get(counter)).toBe(7);
    expect(sent(await second.exportSession(arrived)).states).toEqual(exported.states);
    await expect(runtimeIn(there).importSession(exported)).rejects.toMatchObject({ code: "invalid-input" });
    await expect(second.importSession({ ...exported, states: { counter: "7" } })).rejects.toMatchObject({
      code: "invalid-input",
      message: "counter must be a number",
    });
  });

  it("drops the grants unless they are accepted", async () => {
    const { here, there, sync } = twoPlaces();
    sync();
    const ask = { permissions: "default" } as const;
    const first = runtimeIn(here, { ...ask, onApproval: () => ({ approved: true, remember: "session" }) });
    const call = { id: "1", name: "create_file", input: { path: "b.txt", content: "b" } };
    expect(await first.execute(call)).toMatchObject({ status: "done" });
    const exported = sent(await first.exportSession());
    expect(exported.grants.length).toBeGreaterThan(0);
    const granted = exported.grants.map((rule) =>
      rule.path === undefined ? rule : { ...rule, path: rule.path.replace(here, there) },
    );
    const second = runtimeIn(there, ask);
    const dropped = await second.importSession(exported);
    expect(await second.execute(call, { session: dropped })).toMatchObject({ status: "blocked-on-user" });
    const accepted = await second.importSession({ ...exported, grants: granted }, { grants: "accept" });
    expect(await second.execute(call, { session: accepted })).toMatchObject({ status: "done" });
  });

  it("exports the latest 10,000 grants and counts the others as omitted", async () => {
    const { here } = twoPlaces();
    const runtime = runtimeIn(here);
    const session = runtime.session();
    const grants = Array.from({ length: 10_002 }, (_, index) => ({
      tool: `tool${index}`,
      verdict: "allow" as const,
    }));
    addSessionGrants(session, grants.slice(0, 10_000));
    expect((await runtime.exportSession(session)).omitted?.grants).toBeUndefined();
    addSessionGrants(session, grants.slice(10_000));
    const exported = await runtime.exportSession(session);
    expect(exported.grants).toHaveLength(10_000);
    expect(exported.grants.at(-1)).toMatchObject({ tool: "tool10001" });
    expect(exported.omitted?.grants).toEqual({ count: 2, paths: [] });
  });

  it("imports no rule that does more than allow, nor one that overrides a denial", async () => {
    const { here } = twoPlaces();
    const runtime = runtimeIn(here, { permissions: [{ tool: "create_file", verdict: "deny" }] });
    const exported = await runtime.exportSession();
    const grants = (rules: readonly unknown[]) => ({ ...exported, grants: rules });
    for (const rules of [
      [{ verdict: "deny" }],
      [{ verdict: "always" }],
      [{ verdict: "allow", more: 1 }],
      "all",
    ]) {
      await expect(runtime.importSession(grants(rules as never), { grants: "accept" })).rejects.toMatchObject(
        { code: "invalid-input" },
      );
    }
    const session = await runtime.importSession(grants([{ verdict: "allow" }]), { grants: "accept" });
    const call = { id: "1", name: "create_file", input: { path: "b.txt", content: "b" } };
    expect(await runtime.execute(call, { session })).toMatchObject({ status: "rejected-by-user" });
  });

  it("omits paths outside the workspace, and the oldest changes above the limit", async () => {
    const { here, outside } = twoPlaces({ "a.txt": "one\n" });
    const runtime = runtimeIn(here);
    const stranger = join(outside, "stranger.txt");
    writeFileSync(stranger, "secret of this machine\n");
    const session = runtime.session();
    await runtime.execute({ id: "1", name: "Read", input: { path: stranger } }, { session });
    const exported = await runtime.exportSession(session);
    expect(JSON.stringify(exported)).not.toContain("stranger");
    expect(exported.omitted).toMatchObject({ reads: { count: 1, paths: [] } });
    for (let change = 0; change < 5; change += 1) {
      const content = `${change}`.repeat(10_000);
      await runtime.execute(
        { id: `${change}`, name: "create_file", input: { path: "a.txt", content } },
        { session },
      );
    }
    const small = await runtime.exportSession(session, { maxBytes: 30_000 });
    const journal = small.states.journal as unknown as { entries: unknown[]; dropped: boolean };
    expect(journal).toMatchObject({ dropped: true });
    expect(journal.entries).toHaveLength(2);
    expect(small.omitted?.journal).toEqual({ count: 3, paths: ["a.txt", "a.txt", "a.txt"] });
    const tiny = await runtime.exportSession(session, { maxBytes: 1 });
    expect(tiny.omitted?.reads).toEqual({ count: 2, paths: ["a.txt"] });
    await expect(runtime.importSession(JSON.parse(JSON.stringify(tiny)))).resolves.toBeDefined();
  });
});

describe("a forged session export", () => {
  const HASH = "0".repeat(64);
  const journal = (changes: unknown, steps: unknown) => ({
    journal: { entries: [{ changes, steps }], dropped: false },
  });
  const created = (path: string, more: object = {}) => ({
    type: "created",
    path,
    after: HASH,
    madeFolders: [],
    ...more,
  });
  const change = (path: string) => [{ type: "create", path }];

  it.each<[string, unknown]>([
    ["no object", 7],
    ["another version", { version: 2, id: "x", states: {} }],
    ["no id", { version: 1, states: {} }],
    ["a folder outside", { version: 1, id: "x", cwd: "../..", states: {} }],
    ["an absolute folder", { version: 1, id: "x", cwd: "/etc", states: {} }],
    ["an unknown part", { version: 1, id: "x", states: { virus: 1 } }],
    ...(
      [
        ["a read outside", { reads: [{ path: "../x", hash: HASH }] }],
        ["an absolute read", { reads: [{ path: "/etc/passwd", hash: HASH }] }],
        ["a read without a hash", { reads: [{ path: "x" }] }],
        ["a read with half a hash", { reads: [{ path: "x", hash: "00" }] }],
        ["a read with more", { reads: [{ path: "x", hash: HASH, more: 1 }] }],
        [
          "parts with a wrong place",
          {
            reads: [
              {
                path: "x",
                stat: { size: 1, modifiedAtMs: 1, identity: "" },
                parts: [{ firstLine: 1, lastLine: 1, runs: [[-1, 5]], hash: HASH }],
              },
            ],
          },
        ],
        ["a change outside", journal(change("../x"), [created("../x")])],
        ["a step that its change does not name", journal(change("x"), [created("y")])],
        ["a step without a change", journal([], [created("y")])],
        ["a folder outside to be removed", journal(change("x"), [created("x", { madeFolders: ["../.."] })])],
        ["an unknown step", journal(change("x"), [{ type: "executed", path: "x" }])],
        [
          "content that is no base64",
          journal(change("x"), [{ type: "replaced", path: "x", before: "%", after: HASH }]),
        ],
        [
          "a name that leads out of its folder",
          journal(change("x"), [
            {
              type: "removed",
              path: "x",
              image: {
                type: "directory",
                mode: 0o755,
                entries: [{ name: "../../y", image: { type: "file", bytes: "" } }],
              },
            },
          ]),
        ],
        ["a move from outside", journal([{ type: "move", path: "x", movedFrom: "../y" }], [])],
        ["guidance outside", { guidance: ["../AGENTS.md"] }],
        ["loaded tools that are no names", { loadedTools: [1] }],
        ["to-dos that are none", { todos: 7 }],
      ] as const
    ).map(([title, states]): [string, unknown] => [title, { version: 1, id: "x", states }]),
  ])("refuses an export with %s", async (_title, forged) => {
    const { here } = twoPlaces();
    await expect(runtimeIn(here).importSession(forged)).rejects.toMatchObject({ code: "invalid-input" });
  });

  it("undoes nothing through a symlink that leads out of the workspace", async () => {
    const { here, outside } = twoPlaces();
    const victim = join(outside, "victim");
    mkdirSync(victim);
    symlinkSync(victim, join(here, "way"));
    const bytes = btoa("planted");
    const forged = {
      version: 1,
      id: "x",
      states: journal(
        [{ type: "delete", path: "way/planted.txt" }],
        [{ type: "removed", path: "way/planted.txt", image: { type: "file", bytes, mode: 0o4777 } }],
      ),
    };
    const runtime = runtimeIn(here, { permissions: [{ tool: "undo_edit", verdict: "allow" }] });
    const session = await runtime.importSession(forged);
    const undo = { id: "1", name: "undo_edit", input: { path: "way/planted.txt" } };
    expect((await runtime.execute(undo, { session })).status).not.toBe("done");
    expect(existsSync(join(victim, "planted.txt"))).toBe(false);
  });

  it("creates no file that runs as another user", async () => {
    const { here } = twoPlaces();
    const image = { type: "file", bytes: btoa("#!/bin/sh\n"), mode: 0o4755 };
    const states = journal([{ type: "delete", path: "tool" }], [{ type: "removed", path: "tool", image }]);
    const runtime = runtimeIn(here);
    const session = await runtime.importSession({ version: 1, id: "x", states });
    const undone = await runtime.execute(
      { id: "1", name: "undo_edit", input: { path: "tool" } },
      { session },
    );
    expect(undone).toMatchObject({ status: "done" });
    const { statSync } = await import("node:fs");
    expect(statSync(join(here, "tool")).mode & 0o7000).toBe(0);
  });
});

describe("a session state of 100,000 objects", () => {
  it("yields to the event loop during its export and its import", async () => {
    const rows = Array.from({ length: 100_000 }, (_, id) => ({ id, name: `row ${id}`, path: "/a/b" }));
    let imported: unknown;
    const state = {
      name: "host",
      export: () => rows,
      import: (_session: unknown, value: unknown) => {
        imported = value;
      },
    } as unknown as SessionState;
    const { here } = twoPlaces();
    const runtime = runtimeIn(here, { sessionStates: [state] });
    let exported: unknown;
    const exporting = async () => {
      exported = await runtime.exportSession();
    };
    expect(await iterationsDuring(exporting)).toBeGreaterThan(2);
    const importing = async () => runtime.importSession(exported as never, { id: "imported" });
    expect(await iterationsDuring(importing)).toBeGreaterThan(2);
    expect(imported).toEqual(rows);
  });
});
