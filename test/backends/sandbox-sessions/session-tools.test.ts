import { LocalShellBackend } from "deepagents";
import { Bash, InMemoryFs, Sandbox } from "just-bash";
import { describe, expect, it } from "vitest";
import { toSandboxSession } from "../../../src/adapters/remote/index.js";
import { localBackend } from "../../../src/backends/local/index.js";
import { fromSandboxSession } from "../../../src/backends/sandbox-sessions/index.js";
import { type Backend, createToolRuntime } from "../../../src/index.js";
import {
  aiSdkFactory,
  deepagentsFactory,
  justBashFactory,
  realFolder,
  seedJustBash,
  thereAndBackFactory,
} from "./session-factories.js";

const never = new AbortController().signal;

function callsOf(backend: Backend, cwd: string) {
  const runtime = createToolRuntime({ cwd, backend, permissions: "allow-all" });
  return async (name: string, input: object) => {
    const result = await runtime.execute({ id: crypto.randomUUID(), name, input: input as never });
    return { status: result.status, text: JSON.stringify(result.content) };
  };
}

async function outputOf(backend: Backend, command: string, cwd: string) {
  let output = "";
  const outcome = await backend.shell?.run({
    command,
    cwd,
    signal: never,
    onOutput: (chunk) => {
      output += Buffer.from(chunk).toString("utf8");
    },
  });
  return { outcome, output };
}

describe.each([justBashFactory, aiSdkFactory, thereAndBackFactory, deepagentsFactory])(
  "a runtime on $name",
  ({ create }) => {
    it("reads, edits, searches, runs commands and undoes", async () => {
      const { backend, root, dispose } = await create({
        "a.txt": "one\ntwo\n",
        "src/b.txt": "two\n",
        ".gitignore": "out/\n",
        "out/c.txt": "two\n",
      });
      const call = callsOf(backend, root);
      try {
        expect(await call("Read", { path: `${root}/a.txt` })).toMatchObject({ status: "done" });
        const edit = { path: `${root}/a.txt`, old_str: "two", new_str: "zwei" };
        expect(await call("edit_file", edit)).toMatchObject({ status: "done" });
        const found = await call("Grep", { pattern: "tw.|zwei", path: root });
        expect(found.text).toContain("zwei");
        expect(found.text).toContain("b.txt");
        expect(found.text).not.toContain("c.txt");
        const ran = await call("Bash", { cmd: "cat a.txt; echo over >&2; exit 3" });
        expect(ran.text).toContain("zwei");
        expect(ran.text).toContain("over");
        expect(ran.text).toMatch(/exit.{0,20}3/i);
        expect(await call("undo_edit", { path: `${root}/a.txt` })).toMatchObject({ status: "done" });
        expect((await outputOf(backend, "cat a.txt", root)).output).toBe("one\ntwo\n");
      } finally {
        await backend.dispose?.();
        await dispose?.();
      }
    });

    it("edits the content that a command has written since the file was read", async () => {
      const { backend, root, dispose } = await create({ "a.txt": "one\ntwo\n" });
      const call = callsOf(backend, root);
      try {
        await call("Read", { path: `${root}/a.txt` });
        await outputOf(backend, "printf 'ONE\\ntwo\\n' > a.txt", root);
        const missing = await call("edit_file", { path: `${root}/a.txt`, old_str: "one", new_str: "eins" });
        expect(missing.status).toBe("error");
        await call("edit_file", { path: `${root}/a.txt`, old_str: "two", new_str: "zwei" });
        expect((await outputOf(backend, "cat a.txt", root)).output).toBe("ONE\nzwei\n");
      } finally {
        await backend.dispose?.();
        await dispose?.();
      }
    });

    it("stops a command at its time limit", async () => {
      const { backend, root, dispose } = await create({});
      try {
        const outcome = await backend.shell?.run({
          command: "while :; do sleep 0.05; date > alive; done",
          cwd: root,
          signal: never,
          timeoutMs: 300,
          onOutput: () => {},
        });
        expect(outcome).toMatchObject({ reason: "timeout", exitCode: null });
        // The file would appear again.
        await outputOf(backend, "rm -f alive; sleep 0.3", root);
        expect((await outputOf(backend, "test -e alive && echo alive", root)).output).toBe("");
      } finally {
        await backend.dispose?.();
        await dispose?.();
      }
    });
  },
);

describe("fromSandboxSession", () => {
  it("accepts the Sandbox of just-bash", async () => {
    const fs = new InMemoryFs();
    await fs.mkdir("/p");
    const backend = await fromSandboxSession(await Sandbox.create({ fs, cwd: "/p" }));
    expect((await outputOf(backend, "echo hello > made; cat made", "/p")).output).toBe("hello\n");
    expect((await backend.files.resolve("/p/made")).stat?.size).toBe(6);
  });

  it("keeps binary input and text output of commands of just-bash", async () => {
    const bytes = Uint8Array.from({ length: 256 }, (_, index) => index);
    const backend = await fromSandboxSession(await seedJustBash({ "text.txt": "grüße 🙂\n" }));
    const chunks: Uint8Array[] = [];
    await backend.shell.run({
      command: "cat > out.bin; cat text.txt",
      cwd: "/work/place",
      input: bytes,
      signal: never,
      onOutput: (chunk) => chunks.push(chunk.slice()),
    });
    expect(Buffer.concat(chunks).toString("utf8")).toBe("grüße 🙂\n");
    const handle = await (await backend.files.openDirectory("/work/place")).openFile("out.bin");
    const read = new Uint8Array(300);
    expect(read.subarray(0, await handle.read(read, 0))).toEqual(bytes);
  });

  it("refuses an object that is not a sandbox, and an unknown option", async () => {
    await expect(fromSandboxSession({} as never)).rejects.toThrow(/expects a sandbox session/);
    await expect(fromSandboxSession(null as never)).rejects.toThrow(/expects a sandbox session/);
    await expect(fromSandboxSession(new Bash(), { timeout: 1 } as never)).rejects.toThrow(/timeoutMs/);
  });

  it("fetches a file that is larger than the output of deepagents in parts", async () => {
    const content = Uint8Array.from({ length: 300_000 }, (_, index) => (index * 7) % 251);
    const { root, dispose } = await realFolder({ "big.bin": content });
    const sandbox = await LocalShellBackend.create({
      rootDir: root,
      inheritEnv: true,
      maxOutputBytes: 20_000,
    });
    const { files, search } = await fromSandboxSession(sandbox, { maxOutputBytes: 20_000 });
    try {
      const handle = await (await files.openDirectory(root)).openFile("big.bin");
      const read = new Uint8Array(300_000);
      for (let filled = 0; filled < read.length; ) {
        const count = await handle.read(read.subarray(filled, filled + 100_000), filled);
        expect(count).toBeGreaterThan(0);
        filled += count;
      }
      expect(Buffer.from(read).equals(Buffer.from(content))).toBe(true);
      const many = await files.openDirectory(root);
      for (let index = 0; index < 12; index += 1) {
        const made = await many.createFile(`part-${index}.txt`, { mode: 0o644 });
        await made.write(new TextEncoder().encode(`${"x".repeat(3_000)}\nneedle ${index}\n`), 0);
        await made.close();
      }
      const found: string[] = [];
      for await (const { text } of search.text({ path: root, pattern: "needle", signal: never }))
        found.push(text);
      expect(found.length).toBe(12);
    } finally {
      await dispose();
    }
  });

  it("reports a command whose output deepagents truncated with its exit status", async () => {
    const { root, dispose } = await realFolder({});
    const sandbox = await LocalShellBackend.create({ rootDir: root, inheritEnv: true });
    const backend = await fromSandboxSession(sandbox);
    try {
      const { outcome, output } = await outputOf(backend, "yes | head -c 200000; exit 5", root);
      expect(outcome).toMatchObject({ reason: "exit", exitCode: 5 });
      expect(output).toMatch(/^y\ny\n/);
      expect(output).toContain("[The machine truncated the rest of the output.]");
    } finally {
      await dispose();
    }
  });

  it("reports an answer about files that deepagents truncated as a lost connection, never as its content", async () => {
    const { root, dispose } = await realFolder({ "a.txt": "x".repeat(50_000) });
    const sandbox = await LocalShellBackend.create({
      rootDir: root,
      inheritEnv: true,
      maxOutputBytes: 20_000,
    });
    const { files } = await fromSandboxSession(sandbox);
    try {
      const directory = await files.openDirectory(root);
      await expect(directory.openFile("a.txt")).rejects.toMatchObject({ code: "connection-lost" });
    } finally {
      await dispose();
    }
  });

  it("rejects with a lost connection if the sandbox does not answer", async () => {
    const local = localBackend();
    const session = toSandboxSession(local, { library: "ai-sdk", cwd: "/" });
    const dead = { ...session, run: async () => Promise.reject(new Error("the sandbox is gone")) };
    await expect(fromSandboxSession(dead)).rejects.toMatchObject({ code: "connection-lost" });
  });
});
