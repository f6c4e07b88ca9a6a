import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { chmod, mkdir, symlink } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import type { LocalShellOptions } from "../../../../../src/backends/local/shell/index.js";
import {
  createUnaskedSandbox,
  hiddenPaths,
} from "../../../../../src/backends/local/shell/sandbox/create-unasked-sandbox.js";
import type { SandboxProgram } from "../../../../../src/backends/local/shell/sandbox/find-sandbox.js";
import {
  unaskedBubblewrapArguments,
  unaskedSeatbeltArguments,
} from "../../../../../src/backends/local/shell/sandbox/unasked-arguments.js";
import type { ShellConfinement } from "../../../../../src/contract/index.js";
import { localBackend } from "../../../../../src/index.js";
import { temporaryFolder } from "../../../temporary-folder.js";
import { writeTree } from "../../../write-tree.js";

/** Whether the kernel, and the container around the tests, let a real bubblewrap work. */
const works =
  spawnSync("bwrap", ["--ro-bind", "/", "/", "--unshare-all", "--proc", "/proc", "--dev", "/dev", "true"])
    .status === 0;

async function run(
  command: string,
  cwd: string,
  {
    unasked,
    programs = ["cat"],
    ...confinement
  }: Partial<ShellConfinement> & { readonly unasked?: LocalShellOptions["unasked"] } = {},
) {
  const backend = localBackend({ shell: unasked === undefined ? {} : { unasked } });
  onTestFinished(() => backend.dispose());
  let output = "";
  const outcome = await backend.shell.run({
    command,
    cwd,
    signal: new AbortController().signal,
    timeoutMs: 10_000,
    confinement: { readOnly: true, programs, roots: [cwd], ...confinement },
    onOutput: (chunk) => {
      output += Buffer.from(chunk).toString();
    },
  });
  return { output, exitCode: outcome.exitCode, sandbox: outcome.sandbox };
}

describe.runIf(works)(
  "the sandbox of a command that runs without a question (needs a working bubblewrap)",
  () => {
    it("writes nothing, except to a folder for temporary files", async () => {
      const cwd = await temporaryFolder();
      const beside = await temporaryFolder();
      for (const location of [cwd, beside, "/tmp", "/var/tmp"]) {
        const { output, exitCode } = await run(`echo x > ${location}/collet-written`, cwd);
        expect(exitCode, output).not.toBe(0);
      }
      expect(readdirSync(cwd)).toEqual([]);
      expect(readdirSync(beside)).toEqual([]);
      expect(await run('t=$(mktemp) && echo y > "$t" && cat "$t"', cwd)).toMatchObject({
        output: "y\n",
        exitCode: 0,
      });
      // A sort that exceeds its buffer needs the folder.
      const sorted = await run("seq 200000 | sort -S 64K | tail -1", cwd);
      expect(sorted).toEqual({ output: "99999\n", exitCode: 0, sandbox: "bubblewrap" });
    });

    it("the sandbox has no network, not even that of the machine itself", async () => {
      const server = createServer((_request, response) => response.end("reached"));
      await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
      onTestFinished(() => void server.close());
      const { port } = server.address() as AddressInfo;
      const reach = `exec 3<>/dev/tcp/127.0.0.1/${port} && printf 'GET / HTTP/1.0\\r\\n\\r\\n' >&3 && cat <&3`;
      const cwd = await temporaryFolder();
      expect((await run(reach, cwd)).output).not.toContain("reached");
      expect((await run(reach, cwd, { unasked: { sandbox: "off" } })).output).toContain("reached");
    });

    it("does not show secret files and folders", async () => {
      const cwd = await temporaryFolder();
      await writeTree(cwd, { "keys/id_rsa": "KEY one\n", "sub/.env": "KEY two\n", "a.txt": "KEY three\n" });
      await symlink("a.txt", join(cwd, "link"));
      const secretPaths = async () => [
        join(cwd, "keys"),
        join(cwd, "sub/.env"),
        join(cwd, "gone"),
        join(cwd, "link"),
      ];
      const programs = ["grep"];
      const masked = await run("grep -rh KEY .", cwd, { secretPaths, programs });
      expect(masked).toMatchObject({ output: "KEY three\n", sandbox: "bubblewrap" });
      expect((await run("cat sub/.env", cwd, { secretPaths, programs })).output).toBe("");
      expect((await run("cat keys/id_rsa", cwd, { secretPaths, programs })).exitCode).toBe(1);
      const open = await run("grep -rh KEY .", cwd, { secretPaths, programs, unasked: { sandbox: "off" } });
      expect(open.output.split("\n").sort().join(" ")).toBe(" KEY one KEY three KEY two");
      expect(readFileSync(join(cwd, "sub/.env"), "utf8"), "nothing happens to them").toBe("KEY two\n");
    });

    it("leaves the secrets visible to git, to which they would look changed", async () => {
      const cwd = await temporaryFolder();
      await writeTree(cwd, { ".env": "KEY\n" });
      const secretPaths = async () => [join(cwd, ".env")];
      expect((await run("cat .env", cwd, { secretPaths, programs: ["git"] })).output).toBe("KEY\n");
    });

    it("does not change a command's output, folder and exit code", async () => {
      const cwd = await temporaryFolder();
      await writeTree(cwd, { "a.txt": "b\na\n", "run.txt": "x" });
      await mkdir(join(cwd, "with blank"));
      await chmod(join(cwd, "run.txt"), 0o600);
      const same = [
        "pwd",
        "cat a.txt; cat missing",
        "sort a.txt | head -1",
        "exit 7",
        "wc -c *.txt",
        "echo $PWD",
      ];
      for (const command of same) {
        for (const folder of [cwd, join(cwd, "with blank")]) {
          const inside = await run(command, folder);
          const outside = await run(command, folder, { unasked: { sandbox: "off" } });
          expect(inside.sandbox).toBe("bubblewrap");
          expect({ ...inside, sandbox: undefined }, command).toEqual(outside);
        }
      }
    });

    it("the sandbox is skipped for programs that print no content, unless it is required", async () => {
      const cwd = await temporaryFolder();
      const programs = ["ls", "pwd"];
      expect((await run("ls", cwd, { programs })).sandbox).toBeUndefined();
      expect((await run("ls", cwd, { programs, unasked: { sandbox: "require" } })).sandbox).toBe(
        "bubblewrap",
      );
      expect((await run("ls", cwd, { programs: ["ls", "cat"] })).sandbox).toBe("bubblewrap");
      expect((await run("ls", cwd, { programs: ["cat"], readOnly: false })).sandbox).toBeUndefined();
    });
  },
);

describe("the sandbox of a command that runs without a question", () => {
  const confinement = { readOnly: true, programs: ["cat"], roots: [] };
  const command = { program: "/bin/bash", parameters: [], cwd: "/", confinement, searchPath: "/bin" };

  it("the sandbox is tested once, with any result", async () => {
    let trials = 0;
    const find = async () => {
      trials += 1;
      return { problem: "there is none" };
    };
    for (let times = 0; times < 3; times += 1) {
      expect(await createUnaskedSandbox("prefer", [], find).enter(command)).toBeUndefined();
    }
    expect(trials).toBe(1);
  });

  it("refuses a command if it is required and unavailable, and searches again", async () => {
    let trials = 0;
    const find = async () => {
      trials += 1;
      return { problem: "bwrap is not installed" };
    };
    const required = createUnaskedSandbox("require", [], find);
    for (let times = 0; times < 2; times += 1) {
      await expect(required.enter(command)).rejects.toMatchObject({
        code: "sandbox-unavailable",
        message: expect.stringMatching(/bwrap is not installed.*shell\.unasked\.sandbox/),
      });
    }
    expect(trials).toBe(2);
  });

  it("a program that needs the login of the user runs outside of it, or is refused where it is required", async () => {
    const find = async () => ({ problem: "bwrap is not installed" });
    const account = {
      ...command,
      confinement: { ...confinement, programs: ["gh"], usesAccount: true as const },
    };
    expect(await createUnaskedSandbox("prefer", [], find).enter(account)).toBeUndefined();
    await expect(createUnaskedSandbox("require", [], find).enter(account)).rejects.toMatchObject({
      code: "sandbox-unavailable",
      message: expect.stringMatching(/login of the user.*shell\.unasked\.sandbox/),
    });
  });

  it.each([
    [{ sandbox: "on" }, /must be "off", "prefer" or "require", not "on"/],
    [{ sandBox: "off" }, /unknown option "sandBox"; the only option is "sandbox"/],
    ["prefer", /must be an object/],
  ])("refuses unknown options: %j", (unasked, message) => {
    expect(() => localBackend({ shell: { unasked: unasked as never } })).toThrow(message);
  });

  it("hides every secret except the working folder, and at most 256", async () => {
    const folder = await temporaryFolder();
    const names = Array.from({ length: 300 }, (_, index) => `${index}.pem`);
    await writeTree(folder, { "keys/a/b.txt": "x", ...Object.fromEntries(names.map((name) => [name, "x"])) });
    const keys = join(folder, "keys");
    const hiddenIn = async (cwd: string, paths: readonly string[]) =>
      (await hiddenPaths({ ...confinement, secretPaths: async () => paths }, cwd)).map(({ path }) => path);
    expect(await hiddenIn(folder, [keys])).toEqual([keys]);
    expect(await hiddenIn(keys, [keys])).toEqual([]);
    expect(await hiddenIn(join(keys, "a"), [keys])).toEqual([]);
    expect(await hiddenIn(`${keys}2`, [keys])).toEqual([keys]);
    const pems = names.map((name) => join(folder, name));
    expect(await hiddenIn(folder, pems)).toEqual(pems.slice(0, 256));
  });

  it("removes the folder for temporary files of a sandbox that has none inside", async () => {
    const folders: string[] = [];
    const find = async (): Promise<SandboxProgram> => ({
      name: "sandbox-exec",
      path: "/usr/bin/sandbox-exec",
      argumentsFor: () => [],
      temporaryFolder: "/tmp",
      unaskedArgumentsFor: (_command, folder) => {
        folders.push(folder);
        return [];
      },
    });
    const entered = await createUnaskedSandbox("prefer", [], find).enter(command);
    expect(entered?.environment).toEqual({ TMPDIR: folders[0] });
    expect(existsSync(folders[0] ?? "")).toBe(true);
    entered?.leave?.();
    await vi.waitFor(() => expect(existsSync(folders[0] ?? "")).toBe(false));
  });

  it("hides the given folders and files, and no others, on Linux and macOS", () => {
    const hidden = [
      { path: "/home/me/.ssh", type: "directory" },
      { path: "/app/.env", type: "file" },
    ] as const;
    const visible = ["/run/tools", "/app"];
    const unasked = { program: "/bin/bash", parameters: ["-c", "x"], cwd: "/app", visible, hidden };
    const linux = unaskedBubblewrapArguments(unasked, { isRoot: false });
    const line = linux.join(" ");
    expect(line).toContain(
      "--tmpfs /home/me/.ssh --dev-bind /dev/null /app/.env --chdir /app -- /bin/bash -c x",
    );
    expect(linux.join(" ")).toContain("--unshare-net");
    expect(linux.join(" ")).toContain("--ro-bind-try /run/tools /run/tools");
    expect(linux).not.toContain("--bind");
    expect(linux).not.toContain("--cap-add");
    expect(line).toContain("--cap-drop ALL");
    expect(line).not.toContain("--ro-bind-try /app");
    expect(unaskedBubblewrapArguments(unasked, { isRoot: true }).join(" ")).toContain(
      "--cap-drop ALL --unshare-net --cap-add CAP_DAC_READ_SEARCH ",
    );
    const [, profile = "", ...rest] = unaskedSeatbeltArguments(unasked, "/private/tmp/x");
    expect(profile).toContain("(deny network*)");
    const writes = profile.split("\n").filter((rule) => rule.includes("file-write"));
    expect(writes).toEqual([
      "(deny file-write*)",
      '(allow file-write* (literal "/dev/null") (literal "/dev/zero") (literal "/dev/tty"))',
      '(allow file-write* (subpath (param "TEMPORARY")))',
    ]);
    expect(rest).toContain("TEMPORARY=/private/tmp/x");
    expect(profile).toContain('(deny file-read-data (subpath (param "HIDDEN_1")))');
    expect(profile).not.toContain(".env");
    expect(rest).toContain("HIDDEN_0=/home/me/.ssh");
  });
});
