import { mkdir, mkdtemp, readdir, readFile, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { localBackend } from "../../../src/backends/local/index.js";
import { memoryBackend } from "../../../src/backends/memory/index.js";
import {
  type Backend,
  createToolRuntime,
  type PermissionRule,
  type ToolRuntimeOptions,
} from "../../../src/index.js";
import { volumeBackend } from "./volume-backend.js";

const COMPOSED = "\u00c9t\u00e9.txt";
const DECOMPOSED = "e\u0301te\u0301.TXT";

interface Volume {
  readonly root: string;
  readonly backend: Backend;
  /** The content of each file, by its composed path in lower case. */
  contents(): Promise<Readonly<Record<string, string>>>;
  /** Changes a file by its stored name, as another program would. */
  overwrite(path: string, text: string): Promise<void>;
}

type Files = Readonly<Record<string, string>>;

const form = (path: string) => path.normalize("NFC").toLowerCase();

async function onDisk(files: Files, stored: "as-created" | "decomposed"): Promise<Volume> {
  const root = await realpath(await mkdtemp(join(tmpdir(), "collet-volume-")));
  const stateDirectory = `${root}.state`;
  onTestFinished(async () => {
    for (const folder of [root, stateDirectory]) await rm(folder, { recursive: true, force: true });
  });
  const nameOf = (path: string) => join(root, stored === "decomposed" ? path.normalize("NFD") : path);
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(nameOf(path)), { recursive: true });
    await writeFile(nameOf(path), text);
  }
  const entries = async () =>
    (await readdir(root, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile());
  const pathsOf = async () => (await entries()).map(({ parentPath, name }) => join(parentPath, name));
  return {
    root,
    backend: volumeBackend(localBackend({ stateDirectory }), { stored }),
    async contents() {
      const found: [string, string][] = [];
      for (const path of await pathsOf())
        found.push([form(path.slice(root.length + 1)), await readFile(path, "utf8")]);
      return Object.fromEntries(found.sort());
    },
    async overwrite(path, text) {
      const real = (await pathsOf()).find((each) => form(each) === form(join(root, path)));
      await writeFile(real ?? "", text);
    },
  };
}

async function inMemory(files: Files): Promise<Volume> {
  const root = "/Work";
  const backend = memoryBackend({
    caseSensitive: false,
    files: { [root]: { directory: true }, ...prefixed(files, root) },
  });
  const text = async (folder: string, name: string) => {
    const directory = await backend.files.openDirectory(folder);
    const file = await directory.openFile(name);
    const bytes = new Uint8Array(file.stat.size);
    await file.read(bytes, 0);
    await file.close();
    await directory.close();
    return new TextDecoder().decode(bytes);
  };
  const walk = async (folder: string): Promise<[string, string][]> => {
    const directory = await backend.files.openDirectory(folder);
    const entries = await directory.list();
    await directory.close();
    const found = await Promise.all(
      entries.map(
        async ({ name, type }): Promise<[string, string][]> =>
          type === "directory"
            ? walk(`${folder}/${name}`)
            : [[form(`${folder}/${name}`.slice(root.length + 1)), await text(folder, name)]],
      ),
    );
    return found.flat();
  };
  return {
    root,
    backend,
    contents: async () => Object.fromEntries((await walk(root)).sort()),
    async overwrite(path, content) {
      const { path: real } = await backend.files.resolve(`${root}/${path}`);
      const directory = await backend.files.openDirectory(dirname(real));
      const file = await directory.openForWriting(real.slice(real.lastIndexOf("/") + 1));
      await file.truncate(0);
      await file.write(new TextEncoder().encode(content), 0);
      await file.close();
      await directory.close();
    },
  };
}

function prefixed(files: Files, root: string): Files {
  return Object.fromEntries(Object.entries(files).map(([path, text]) => [`${root}/${path}`, text]));
}

const VOLUMES: readonly { readonly volume: string; readonly create: (files: Files) => Promise<Volume> }[] = [
  { volume: "a disk that keeps names as created", create: (files) => onDisk(files, "as-created") },
  { volume: "a disk that decomposes names", create: (files) => onDisk(files, "decomposed") },
  { volume: "memory that ignores letter case", create: inMemory },
];

describe.each(VOLUMES)("paths on $volume", ({ create }) => {
  const world = async (files: Files, options: ToolRuntimeOptions = {}) => {
    const volume = await create(files);
    const runtime = createToolRuntime({
      cwd: volume.root,
      backend: volume.backend,
      permissions: "allow-all",
      ...options,
    });
    onTestFinished(() => runtime[Symbol.asyncDispose]());
    let calls = 0;
    const call = async (name: string, input: object) => {
      calls += 1;
      const result = await runtime.execute({ id: String(calls), name, input });
      const text = result.content.map((part) => (part.type === "text" ? part.text : "")).join("");
      return `${result.status}: ${text}`;
    };
    return { ...volume, runtime, call, at: (path: string) => `${volume.root}/${path}` };
  };

  it("edits of one file by several names run in order", async () => {
    const { runtime, at, contents } = await world({ [COMPOSED]: "0" });
    const names = [COMPOSED, DECOMPOSED, COMPOSED.toLowerCase(), DECOMPOSED.toUpperCase()];
    const calls = Array.from({ length: 8 }, (_, step) => ({
      id: String(step),
      name: "edit_file",
      input: { path: at(names[step % names.length] ?? ""), old_str: String(step), new_str: String(step + 1) },
    }));
    const results = await runtime.executeBatch(calls);
    expect(results.map(({ status }) => status)).toEqual(calls.map(() => "done"));
    expect(await contents()).toEqual({ [form(COMPOSED)]: "8" });
  });

  it("a file that two calls create by two names is one file", async () => {
    const { runtime, at, contents } = await world({});
    const input = (name: string) => ({ path: at(`new/${name}`), content: name });
    const calls = [COMPOSED, DECOMPOSED].map((name, id) => ({
      id: String(id),
      name: "create_file",
      input: input(name),
    }));
    expect((await runtime.plan(calls)).batches.length).toBe(2);
    await runtime.executeBatch(calls);
    expect(await contents()).toEqual({ [`new/${form(COMPOSED)}`]: `${DECOMPOSED}\n` });
  });

  it("a file that was read by one name is edited by another", async () => {
    const { call, at, contents } = await world({ [COMPOSED]: "one" }, { toolset: "claude-code" });
    await call("Read", { file_path: at(COMPOSED) });
    const edited = await call("Edit", { file_path: at(DECOMPOSED), old_string: "one", new_string: "two" });
    expect(edited).toMatch(/^done/);
    expect(await contents()).toEqual({ [form(COMPOSED)]: "two" });
  });

  it("a file that was created by one name is edited by another", async () => {
    const { call, at, contents } = await world({}, { toolset: "claude-code" });
    await call("Write", { file_path: at(`Sub/${COMPOSED}`), content: "one" });
    const edited = await call("Edit", {
      file_path: at(`SUB/${DECOMPOSED}`),
      old_string: "one",
      new_string: "two",
    });
    expect(edited).toMatch(/^done/);
    const again = await call("Write", { file_path: at(`sub/${COMPOSED}`), content: "three" });
    expect(again).toMatch(/^done/);
    expect(await contents()).toEqual({ [`sub/${form(COMPOSED)}`]: "three" });
  });

  it("a change by another program is noticed under each name", async () => {
    const { call, at, overwrite } = await world({ [COMPOSED]: "one" }, { toolset: "claude-code" });
    await call("Read", { file_path: at(DECOMPOSED) });
    await overwrite(COMPOSED, "one, changed");
    expect(await call("Edit", { file_path: at(COMPOSED), old_string: "one", new_string: "two" })).toMatch(
      /changed since/,
    );
  });

  it("a change is undone by another name", async () => {
    const { call, at, contents } = await world({ [COMPOSED]: "one" });
    await call("edit_file", { path: at(COMPOSED), old_str: "one", new_str: "two" });
    expect(await call("undo_edit", { path: at(DECOMPOSED) })).toMatch(/^done/);
    expect(await contents()).toEqual({ [form(COMPOSED)]: "one" });
    await call("create_file", { path: at(`A ${COMPOSED}`), content: "new" });
    expect(await call("undo_edit", { path: at(`a ${DECOMPOSED}`) })).toMatch(/^done/);
    expect(await contents()).toEqual({ [form(COMPOSED)]: "one" });
    await call("delete_file", { path: at(DECOMPOSED) });
    expect(await contents()).toEqual({});
    expect(await call("undo_edit", { path: at(COMPOSED) })).toMatch(/^done/);
    expect(await contents()).toEqual({ [form(COMPOSED)]: "one" });
  });

  it("a move is undone, also one that changes only the spelling", async () => {
    const { call, at, contents } = await world({ "a.txt": "one" });
    await call("move_file", { source: at("A.TXT"), destination: at(COMPOSED) });
    expect(await contents()).toEqual({ [form(COMPOSED)]: "one" });
    expect(await call("undo_edit", { path: at(DECOMPOSED) })).toMatch(/^done/);
    expect(await contents()).toEqual({ "a.txt": "one" });
    expect(await call("move_file", { source: at("a.txt"), destination: at("A.txt") })).toMatch(/^done/);
    expect(await call("undo_edit", { path: at("a.TXT") })).toMatch(/^done/);
    expect(await contents()).toEqual({ "a.txt": "one" });
  });

  it("one group refuses to change a file by two names", async () => {
    const { call } = await world({});
    const patch = [
      "*** Begin Patch",
      `*** Add File: ${COMPOSED}`,
      "+one",
      `*** Add File: ${DECOMPOSED}`,
      "+two",
    ];
    expect(await call("apply_patch", { patch: [...patch, "*** End Patch"].join("\n") })).toMatch(/^error/);
  });

  it.each([
    { denied: `private/${COMPOSED}`, by: `PRIVATE/${DECOMPOSED}` },
    { denied: `private/${DECOMPOSED}`, by: `private/${COMPOSED}` },
    { denied: `Private/**`, by: `pRIVATE/${DECOMPOSED}` },
  ])("a rule that denies $denied applies to $by", async ({ denied, by }) => {
    const rules: readonly PermissionRule[] = [
      { kind: "edit", verdict: "allow" },
      { kind: "delete", verdict: "allow" },
      { path: denied, verdict: "deny" },
    ];
    const { call, at, contents } = await world({ [`private/${COMPOSED}`]: "one" }, { permissions: rules });
    expect(await call("Read", { path: at(by) })).toMatch(/^rejected-by-user/);
    expect(await call("edit_file", { path: at(by), old_str: "one", new_str: "two" })).toMatch(
      /^rejected-by-user/,
    );
    expect(await call("delete_file", { path: at(by) })).toMatch(/^rejected-by-user/);
    expect(await contents()).toEqual({ [`private/${form(COMPOSED)}`]: "one" });
    const free = await world({}, { permissions: rules });
    expect(await free.call("create_file", { path: free.at(by), content: "x" })).toMatch(/^rejected-by-user/);
  });

  it("secret files and protected paths are recognised by each name", async () => {
    const files = { "App/.env": "TOKEN=1", ".git/config": "[core]\n", ".git/HEAD": "ref: refs/heads/main\n" };
    const { call, at } = await world(files, { permissions: "default" });
    for (const name of ["app/.ENV", "APP/.Env"])
      expect(await call("Read", { path: at(name) })).not.toMatch(/TOKEN/);
    for (const name of [".GIT/config", ".git/HOOKS/pre-commit", ".Git/Hooks/new"])
      expect(await call("create_file", { path: at(name), content: "x" })).toMatch(/^blocked-on-user/);
  });
});
