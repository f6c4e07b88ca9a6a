import { execFile } from "node:child_process";
import { chmod, chown, copyFile, mkdir, readdir, rm, stat, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterEach, describe, expect, it, vi } from "vitest";
import {
  localFileLocks,
  localStateDirectory,
  openStateFolder,
} from "../../../src/backends/local/file-locks/index.js";
import { bundledModule } from "../../bundled-module.js";
import { temporaryFolder } from "../temporary-folder.js";

afterEach(() => vi.unstubAllEnvs());

const NOBODY = 65_534;
const isRoot = process.getuid?.() === 0;
const userFolder = `collet-${process.getuid?.()}`;

/** A folder that is the whole machine: the home directory's state and the temporary files are in it. */
async function machine() {
  const folder = await temporaryFolder();
  await mkdir(join(folder, "tmp"));
  vi.stubEnv("COLLET_STATE_DIRECTORY", undefined);
  vi.stubEnv("XDG_STATE_HOME", join(folder, "state"));
  vi.stubEnv("TMPDIR", join(folder, "tmp"));
  return {
    folder,
    usual: join(folder, "state", "collet"),
    fallback: join(folder, "tmp", userFolder),
  };
}

const modeOf = async (path: string) => (await stat(path)).mode & 0o777;

describe("localStateDirectory", () => {
  it.each([
    ["linux", {}, "/home/ada/.local/state/collet"],
    ["linux", { XDG_STATE_HOME: "/s" }, "/s/collet"],
    ["linux", { XDG_STATE_HOME: "relative" }, "/home/ada/.local/state/collet"],
    ["linux", { XDG_STATE_HOME: "" }, "/home/ada/.local/state/collet"],
    ["linux", { COLLET_STATE_DIRECTORY: "/mine", XDG_STATE_HOME: "/s" }, "/mine"],
    ["darwin", {}, "/home/ada/Library/Application Support/collet"],
    ["darwin", { XDG_STATE_HOME: "/s" }, "/s/collet"],
    ["win32", { LOCALAPPDATA: "C:\\Users\\ada\\Local" }, "C:\\Users\\ada\\Local\\collet"],
    ["win32", { COLLET_STATE_DIRECTORY: "D:\\state" }, "D:\\state"],
  ] as const)("resolves on %s with %o to %s", (platform, environment, expected) => {
    expect(localStateDirectory({ platform, environment, homeDirectory: "/home/ada" })).toBe(expected);
  });

  it("uses the profile on Windows without LOCALAPPDATA", () => {
    expect(localStateDirectory({ platform: "win32", environment: {}, homeDirectory: "C:\\Users\\ada" })).toBe(
      "C:\\Users\\ada\\AppData\\Local\\collet",
    );
  });

  it("uses the temporary files, named by the user, without a home directory", async () => {
    const { fallback } = await machine();
    expect(localStateDirectory({ platform: "linux", environment: {}, homeDirectory: undefined })).toBe(
      fallback,
    );
  });

  it("uses the environment of this process by default", async () => {
    const { usual } = await machine();
    expect(localStateDirectory()).toBe(usual);
  });
});

describe("openStateFolder", () => {
  it("creates the folder and its missing parents, for this user only", async () => {
    const { folder, usual } = await machine();
    expect(openStateFolder("locks")).toBe(join(usual, "locks"));
    for (const path of [join(folder, "state"), usual, join(usual, "locks")])
      expect(await modeOf(path)).toBe(0o700);
    expect(openStateFolder("locks")).toBe(join(usual, "locks"));
  });

  it("falls back to a private folder of this user among the temporary files when the default cannot be created", async () => {
    const { folder, fallback } = await machine();
    await writeFile(join(folder, "state"), "a file where a directory should be");
    expect(openStateFolder("locks")).toBe(join(fallback, "locks"));
    expect(await modeOf(fallback)).toBe(0o700);
  });

  it.runIf(isRoot).each([
    [".", 0o555],
    [".local/state/collet", 0o555],
    [".local/state/collet/locks", 0o500],
  ])("falls back when %s in the home directory is read-only", async (readOnly, mode) => {
    const { folder } = await machine();
    await mkdir(join(folder, "home", readOnly), { recursive: true });
    for (const path of ["tmp", "home", "home/.local", "home/.local/state", "home/.local/state/collet"])
      await chown(join(folder, path), NOBODY, NOBODY).catch(() => {});
    await chown(join(folder, "home", readOnly), NOBODY, NOBODY);
    await chmod(join(folder, "home", readOnly), mode);
    await chmod(folder, 0o755);
    // A copy that everybody may read.
    const library = join(folder, "library.cjs");
    const source = join(import.meta.dirname, "../../../src/backends/local/file-locks/index.ts");
    await copyFile(await bundledModule(source), library);
    await chmod(library, 0o644);
    const script = join(folder, "script.mjs");
    await writeFile(
      script,
      `import { openStateFolder } from "./library.cjs"; process.stdout.write(openStateFolder("locks"));`,
    );
    const { stdout } = await promisify(execFile)(process.execPath, [script], {
      uid: NOBODY,
      gid: NOBODY,
      env: { HOME: join(folder, "home"), TMPDIR: join(folder, "tmp") },
    });
    expect(stdout).toBe(join(folder, "tmp", `collet-${NOBODY}`, "locks"));
    expect(await modeOf(stdout)).toBe(0o700);
    expect(await readdir(join(folder, "home", readOnly))).toEqual([]);
  });

  it("never falls back from a chosen directory", async () => {
    const { folder, fallback } = await machine();
    const chosen = join(folder, "file", "state");
    await writeFile(join(folder, "file"), "");
    const refusal = expect.objectContaining({
      code: "access-denied",
      message: expect.stringContaining(`'${chosen}' cannot be created or written (`),
    });
    expect(() => openStateFolder("locks", chosen)).toThrow(refusal);
    vi.stubEnv("COLLET_STATE_DIRECTORY", chosen);
    expect(() => openStateFolder("locks")).toThrow(refusal);
    await expect(stat(fallback)).rejects.toThrow("ENOENT");
  });

  it("refuses a relative directory, which would differ in every process", async () => {
    vi.stubEnv("COLLET_STATE_DIRECTORY", "state");
    expect(() => openStateFolder("locks")).toThrow("'state' is not an absolute path");
  });

  it("accepts a directory that others can read, and keeps its content private", async () => {
    const folder = await temporaryFolder();
    await chmod(folder, 0o755);
    expect(await modeOf(openStateFolder("locks", folder))).toBe(0o700);
    expect(await modeOf(folder)).toBe(0o755);
  });
});

describe("the locks of a long-lived runtime", () => {
  const signal = new AbortController().signal;

  it("move to the fallback when the default directory becomes unusable", async () => {
    const { folder, usual, fallback } = await machine();
    const locks = localFileLocks();
    await (await locks.acquire("/w/a.txt", { signal })).release();
    expect(await readdir(usual)).toEqual(["locks"]);
    await rm(join(folder, "state"), { recursive: true });
    await writeFile(join(folder, "state"), "");
    await expect(locks.acquire("/w/a.txt", { signal })).rejects.toMatchObject({ code: "io-error" });
    const lock = await locks.acquire("/w/a.txt", { signal });
    expect(await readdir(join(fallback, "locks"))).toHaveLength(1);
    await lock.release();
  });

  it("refuse a directory that others prepared after the first was removed", async () => {
    const { usual } = await machine();
    const locks = localFileLocks({ stateDirectory: usual });
    await (await locks.acquire("/w/a.txt", { signal })).release();
    await rm(usual, { recursive: true });
    await mkdir(usual);
    await chmod(usual, 0o777);
    await expect(locks.acquire("/w/a.txt", { signal })).rejects.toMatchObject({
      code: "access-denied",
      message: expect.stringContaining("can be written by other users"),
    });
    expect(await readdir(usual)).toEqual([]);
  });
});

/** Prepared entries with the name of the directory, and the reason in the refusal. */
const attacks: readonly [string, (path: string, elsewhere: string) => Promise<void>, string][] = [
  ["a symbolic link to a directory", (path, elsewhere) => symlink(elsewhere, path), "is a symbolic link"],
  [
    "a dangling symbolic link",
    (path, elsewhere) => symlink(join(elsewhere, "new"), path),
    "is a symbolic link",
  ],
  ["a file", (path) => writeFile(path, ""), "is not a directory"],
  [
    "a directory that everybody can write to",
    async (path) => {
      await mkdir(path);
      await chmod(path, 0o777);
    },
    "can be written by other users",
  ],
  [
    "a directory that a group can write to",
    async (path) => {
      await mkdir(path);
      await chmod(path, 0o770);
    },
    "can be written by other users",
  ],
];

describe("a prepared state directory", () => {
  describe.each(attacks)("%s", (_title, prepare, reason) => {
    it("a prepared directory is refused when it was chosen, and nothing is created in it", async () => {
      const folder = await temporaryFolder();
      const elsewhere = join(folder, "elsewhere");
      await mkdir(elsewhere);
      const stateDirectory = join(folder, "state");
      await prepare(stateDirectory, elsewhere);
      const locks = localFileLocks({ stateDirectory });
      const acquired = locks.acquire("/w/a.txt", { signal: new AbortController().signal });
      await expect(acquired).rejects.toMatchObject({
        code: "access-denied",
        message: expect.stringMatching(
          new RegExp(`'${stateDirectory}' ${reason}.*Nothing was changed.*COLLET_STATE_DIRECTORY`),
        ),
      });
      expect(await readdir(elsewhere)).toEqual([]);
    });

    it("a prepared directory is refused as the folder of the locks", async () => {
      const folder = await temporaryFolder();
      const elsewhere = join(folder, "elsewhere");
      const stateDirectory = join(folder, "state");
      await mkdir(elsewhere);
      await mkdir(stateDirectory, { mode: 0o700 });
      await prepare(join(stateDirectory, "locks"), elsewhere);
      expect(() => openStateFolder("locks", stateDirectory)).toThrow(`locks' ${reason}`);
      expect(await readdir(elsewhere)).toEqual([]);
    });

    it("a prepared directory is refused among the temporary files too: the error names both directories", async () => {
      const { folder, usual, fallback } = await machine();
      const elsewhere = join(folder, "elsewhere");
      await mkdir(elsewhere);
      await mkdir(join(folder, "state"));
      await prepare(usual, elsewhere);
      await prepare(fallback, elsewhere);
      expect(() => openStateFolder("locks")).toThrow(`'${usual}' ${reason}; '${fallback}' ${reason}`);
      expect(await readdir(elsewhere)).toEqual([]);
    });
  });

  it.runIf(isRoot)(
    "falls back to a directory of this user when the default belongs to another user",
    async () => {
      const { usual, fallback } = await machine();
      await mkdir(usual, { recursive: true, mode: 0o700 });
      await chown(usual, NOBODY, NOBODY);
      expect(() => openStateFolder("locks", usual)).toThrow(`'${usual}' belongs to another user`);
      expect(openStateFolder("locks")).toBe(join(fallback, "locks"));
      expect(await readdir(usual)).toEqual([]);
    },
  );
});
