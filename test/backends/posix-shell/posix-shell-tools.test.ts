import { chmod, mkdir, readFile, realpath, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { type PosixExec, posixShellBackend } from "../../../src/backends/posix-shell/index.js";
import { createToolRuntime } from "../../../src/index.js";
import { sleepMark, survivors } from "../local/shell/survivors.js";
import { temporaryFolder } from "../temporary-folder.js";
import { writeTree } from "../write-tree.js";
import { busyboxFolder, execIn, type ShellMachine, shellMachines } from "./shell-machine.js";

const MACHINES = shellMachines();
const never = new AbortController().signal;

async function treeWith(files: Record<string, string | Uint8Array>) {
  const root = await realpath(await temporaryFolder());
  await writeTree(root, files);
  return root;
}

async function collect<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const found: Item[] = [];
  for await (const item of items) found.push(item);
  return found;
}

/** Changes the answers of a machine. */
function through(exec: PosixExec, change: (answer: Buffer) => Buffer): PosixExec {
  return async (command, options) => {
    const chunks: Uint8Array[] = [];
    await exec(command, { ...options, onStdout: (chunk) => chunks.push(Uint8Array.from(chunk)) });
    return { stdout: change(Buffer.concat(chunks)) };
  };
}

describe.skipIf(process.platform === "win32").each(MACHINES)(
  "a backend over the shell $name",
  (machine: ShellMachine) => {
    it("carries out the tools", async () => {
      const root = await treeWith({
        "a.txt": "one\ntwo\n",
        "src/b.txt": "two\n",
        ".gitignore": "out/\n",
        "out/c.txt": "two\n",
      });
      const backend = await posixShellBackend({ exec: execIn(machine).exec });
      const runtime = createToolRuntime({ cwd: root, backend, permissions: "allow-all" });
      const call = (name: string, input: object) =>
        runtime.execute({ id: crypto.randomUUID(), name, input: input as never });
      expect(await call("Read", { path: join(root, "a.txt") })).toMatchObject({ status: "done" });
      const edit = { path: join(root, "a.txt"), old_str: "two", new_str: "zwei" };
      expect(await call("edit_file", edit)).toMatchObject({ status: "done" });
      expect(await readFile(join(root, "a.txt"), "utf8")).toBe("one\nzwei\n");
      const found = JSON.stringify((await call("Grep", { pattern: "tw.", path: root })).content);
      expect(found).toContain("b.txt");
      expect(found).not.toContain("c.txt");
      const ran = JSON.stringify((await call("Bash", { cmd: "cat a.txt; echo over >&2; exit 3" })).content);
      expect(ran).toContain("zwei");
      expect(ran).toMatch(/exit.{0,20}3/i);
      expect(await call("undo_edit", { path: join(root, "a.txt") })).toMatchObject({ status: "done" });
      expect(await readFile(join(root, "a.txt"), "utf8")).toBe("one\ntwo\n");
      await runtime[Symbol.asyncDispose]();
    });

    it("accepts names with quotes, line breaks, leading dashes and bytes that are not UTF-8", async () => {
      const root = await treeWith({
        "-rf": "dash",
        'it\'s "$HOME" `x` \\ !': "quotes",
        "two\nlines\n": "needle",
      });
      await writeFile(Buffer.concat([Buffer.from(`${root}/b`), Buffer.of(0xff, 0x80)]), "bytes");
      const { files, search } = await posixShellBackend({ exec: execIn(machine).exec });
      const directory = await files.openDirectory(root);
      const names = (await directory.list()).map(({ name }) => name).sort();
      expect(names.length).toBe(4);
      const contents = new Map<string, string>();
      for (const name of names) {
        const handle = await directory.openFile(name);
        const buffer = new Uint8Array(20);
        contents.set(name, Buffer.from(buffer.subarray(0, await handle.read(buffer, 0))).toString());
        await directory.rename(name, { name: `${name}.new` });
        await directory.rename(`${name}.new`, { name });
        await handle.close();
      }
      expect([...contents.values()].sort()).toEqual(["bytes", "dash", "needle", "quotes"]);
      expect((await files.resolve(`${root}/two\nlines\n`)).stat?.size).toBe(6);
      const found = await collect(search.text({ path: root, pattern: "needle", signal: never }));
      expect(found.map(({ path }) => path)).toEqual([`${root}/two\nlines\n`]);
    });

    it("keeps bytes over an exec that has no input and returns text", async () => {
      const root = await treeWith({ "in.bin": Uint8Array.from({ length: 256 }, (_, byte) => byte) });
      const { exec } = execIn(machine);
      const asText: PosixExec = async (command, options) => {
        let text = "";
        await exec(command, {
          ...options,
          onStdout: (chunk) => (text += Buffer.from(chunk).toString("utf8")),
        });
        expect(options.stdin.length).toBe(0);
        return { stdout: text };
      };
      const { files } = await posixShellBackend({ exec: asText, input: false, output: "text" });
      const directory = await files.openDirectory(root);
      const handle = await directory.openFile("in.bin");
      const content = new Uint8Array(256);
      expect(await handle.read(content, 0)).toBe(256);
      const copy = Buffer.concat(Array.from({ length: 130 }, () => content));
      const target = await directory.createFile("out.bin", { mode: 0o644 });
      await target.write(copy, 0);
      await target.close();
      expect((await readFile(join(root, "out.bin"))).equals(copy)).toBe(true);
    });

    it("reads a large file in parts", async () => {
      const content = Buffer.from(Array.from({ length: 700_000 }, (_, index) => (index * 7) % 251));
      const root = await treeWith({ large: content });
      const sizes: number[] = [];
      const { files } = await posixShellBackend({
        exec: through(execIn(machine).exec, (answer) => {
          sizes.push(answer.length);
          return answer;
        }),
      });
      const handle = await (await files.openDirectory(root)).openFile("large");
      const buffer = new Uint8Array(10);
      expect(await handle.read(buffer, 655_350)).toBe(10);
      expect(Buffer.from(buffer).equals(content.subarray(655_350, 655_360))).toBe(true);
      await writeFile(join(root, "other"), "x");
      await (await files.openDirectory(root)).rename("other", { name: "large" });
      // The first part, which was not read yet, is now that of another file.
      await expect(handle.read(buffer, 0)).rejects.toMatchObject({ code: "changed-since-approval" });
      expect(Math.max(...sizes)).toBeLessThan(content.length);
    });

    it("never takes an answer that broke off for an empty one", async () => {
      const root = await treeWith({ "a.txt": "needle\n" });
      const { exec } = execIn(machine);
      let isBroken = false;
      const { files, search, shell } = await posixShellBackend({
        exec: through(exec, (answer) =>
          isBroken ? answer.subarray(0, Math.floor(answer.length / 2)) : answer,
        ),
      });
      const directory = await files.openDirectory(root);
      isBroken = true;
      for (const attempt of [
        () => directory.list(),
        () => directory.stat("a.txt"),
        () => files.resolve(`${root}/a.txt`),
        () => collect(search.text({ path: root, pattern: "needle", signal: never })),
        () => collect(search.files({ path: root, signal: never })),
        () => shell.run({ command: "true", cwd: root, signal: never, onOutput: () => {} }),
      ])
        await expect(attempt()).rejects.toMatchObject({ code: "connection-lost" });
    });

    it("passes over no file when grep is missing or fails", async () => {
      const root = await treeWith({ "a.txt": "needle\n", "b.txt": "other\n" });
      const folder = await temporaryFolder();
      await writeFile(join(folder, "grep"), "#!/bin/sh\necho ./b.txt\nexit 2\n", { mode: 0o755 });
      const broken = { ...machine, path: `${folder}:${machine.path}` };
      const { search } = await posixShellBackend({ exec: execIn(broken).exec });
      // The grep of busybox is a builtin of its shell, which needs none in PATH.
      const found = await collect(search.text({ path: root, pattern: "needle", signal: never }));
      expect(found.map(({ path }) => path)).toEqual([join(root, "a.txt")]);
    });

    it("loses no output of a command that is faster than the line that starts it", async () => {
      const root = await treeWith({});
      const { exec } = execIn(machine);
      // Both streams arrive as one, and a file keeps the process id: that takes longest.
      const merged: PosixExec = (command, options) => exec(`( ${command} ) 2>&1`, options);
      const { shell } = await posixShellBackend({
        exec: merged,
        input: false,
        streams: false,
        output: "text",
      });
      for (let run = 0; run < 100; run += 1) {
        let text = "";
        const onOutput = (chunk: Uint8Array) => {
          text += Buffer.from(chunk).toString();
        };
        await shell.run({ command: "echo out", cwd: root, signal: never, onOutput });
        expect(text).toBe("out\n");
      }
    });

    it("lets no command forge its exit status or the output of another stream", async () => {
      const root = await treeWith({});
      const { shell } = await posixShellBackend({ exec: execIn(machine).exec });
      const texts = { stdout: "", stderr: "" };
      // A command that knows only its own process sees no mark in the arguments of its shell.
      const command =
        "tr '\\0' '\\n' < /proc/$PPID/cmdline | grep -c '^[0-9a-f]\\{32\\}$'; printf ']=0\\n'; echo warning >&2; exit 4";
      const outcome = await shell.run({
        command,
        cwd: root,
        signal: never,
        onOutput: (chunk, stream) => {
          texts[stream] += Buffer.from(chunk).toString();
        },
      });
      expect(outcome).toMatchObject({ exitCode: 4, reason: "exit" });
      expect(texts).toEqual({ stdout: "0\n]=0\n", stderr: "warning\n" });
    });

    it("ends a command with its process group after its time", async () => {
      const root = await treeWith({});
      const { shell } = await posixShellBackend({ exec: execIn(machine).exec });
      const mark = sleepMark();
      const command = `(sleep ${mark}; :) & sleep ${mark}; :`;
      const outcome = await shell.run({
        command,
        cwd: root,
        signal: never,
        timeoutMs: 2_000,
        onOutput: () => {},
      });
      expect(outcome).toMatchObject({ exitCode: null, reason: "timeout" });
      await expect.poll(() => survivors(mark)).toEqual([]);
    });

    it("passes input, variables and the folder to a command, and refuses a folder that became a link", async () => {
      const root = await treeWith({ "real/x": "" });
      const { shell } = await posixShellBackend({ exec: execIn(machine).exec });
      let text = "";
      const request = {
        signal: never,
        onOutput: (chunk: Uint8Array) => (text += Buffer.from(chunk).toString()),
      };
      await shell.run({
        ...request,
        command: 'cat; echo "$GREETING"; pwd',
        cwd: join(root, "real"),
        input: Buffer.from("in\n"),
        environment: { GREETING: "it's $5" },
      });
      expect(text).toBe(`in\nit's $5\n${root}/real\n`);
      await symlink("real", join(root, "link"));
      const linked = shell.run({ ...request, command: "pwd", cwd: join(root, "link") });
      await expect(linked).rejects.toMatchObject({ code: "changed-since-approval" });
    });

    it("needs one command for each operation, and few for a search", async () => {
      const files = Object.fromEntries(
        Array.from({ length: 40 }, (_, index) => [
          `d${index % 8}/f${index}.txt`,
          index === 30 ? "needle\n" : "hay\n",
        ]),
      );
      const root = await treeWith(files);
      const { exec, seen } = execIn(machine);
      const backend = await posixShellBackend({ exec });
      seen.commands = 0;
      const found = await collect(backend.search.text({ path: root, pattern: "needle", signal: never }));
      expect(found.length).toBe(1);
      expect(seen.commands).toBeLessThanOrEqual(6);
      seen.commands = 0;
      const resolved = await backend.files.resolve(join(root, "d0/f0.txt"));
      const directory = await backend.files.openDirectory(join(root, "d0"), { found: resolved });
      await (await directory.openFile("f0.txt")).close();
      expect(seen.commands).toBe(2);
    });
  },
);

describe("a machine without the programs that are needed", () => {
  it.skipIf(busyboxFolder() === undefined)("gets a refusal with their names", async () => {
    const folder = await temporaryFolder();
    await mkdir(join(folder, "bin"));
    await symlink(join(busyboxFolder() ?? "", "sh"), join(folder, "bin/sh"));
    await chmod(folder, 0o755);
    const machine = { name: "bare", program: "dash", parameters: [], path: join(folder, "bin") };
    // The programs of a busybox with a shell of its own are builtin; dash has only those of its own.
    await expect(posixShellBackend({ exec: execIn(machine).exec })).rejects.toThrow(
      /lacks programs|connection/,
    );
  });
});
