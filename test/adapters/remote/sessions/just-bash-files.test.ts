import { lstat, readFile, realpath } from "node:fs/promises";
import { join } from "node:path";
import { Bash, type IFileSystem } from "just-bash";
import { describe, expect, expectTypeOf, it, onTestFinished } from "vitest";
import { toSandboxSession } from "../../../../src/adapters/remote/index.js";
import { localBackend, memoryBackend } from "../../../../src/index.js";
import { temporaryFolder } from "../../../backends/temporary-folder.js";
import { writeTree } from "../../../backends/write-tree.js";

describe("a file system for just-bash", () => {
  it("satisfies the type of just-bash", () => {
    expectTypeOf(toSandboxSession<"just-bash">).returns.toExtend<IFileSystem>();
  });

  it("serves the commands of just-bash on real files", async () => {
    const root = await realpath(await temporaryFolder());
    await writeTree(root, { "a.txt": "two\none\n", "d/e.txt": "e\n" });
    const backend = localBackend({ stateDirectory: await temporaryFolder(), languageServers: "off" });
    onTestFinished(() => backend.dispose());
    const bash = new Bash({ fs: toSandboxSession(backend, { library: "just-bash", cwd: root }), cwd: root });
    const run = async (command: string) => {
      const { stdout, stderr, exitCode } = await bash.exec(command);
      return exitCode === 0 ? stdout : `${exitCode}: ${stderr}`;
    };
    expect(await run("sort a.txt | tee sorted.txt")).toBe("one\ntwo\n");
    expect(await readFile(join(root, "sorted.txt"), "utf8")).toBe("one\ntwo\n");
    expect(await run("mkdir -p x/y && cp -r d x/y && mv x/y/d/e.txt x/f.txt && cat x/f.txt")).toBe("e\n");
    expect(await run("ln -s a.txt link && readlink link && cat link")).toBe("a.txt\ntwo\none\n");
    expect((await lstat(join(root, "link"))).isSymbolicLink()).toBe(true);
    expect(await run("chmod 700 a.txt && stat -c %a a.txt")).toBe("700\n");
    expect(await run("grep -rl two . | sort")).toContain("sorted.txt");
    expect(await run("printf 'more\\n' >> a.txt; touch new; tail -n 1 a.txt; ls")).toBe(
      "more\na.txt\nd\nlink\nnew\nsorted.txt\nx\n",
    );
    expect(await run("rm x/f.txt && rm -r x && rmdir d; ls")).toContain("sorted.txt");
    expect(await run("cat none")).toMatch(/1: .*[Nn]o such file/);
    expect(await run("rmdir d")).toMatch(/not empty/i);
    expect(await run("mkdir d")).toMatch(/exists/i);
  });

  it("keeps bytes in every encoding", async () => {
    const backend = memoryBackend({ files: { "/p/": { directory: true } } });
    const files = toSandboxSession(backend, { library: "just-bash", cwd: "/p" });
    const bytes = Uint8Array.from({ length: 256 }, (_, index) => index);
    for (const encoding of ["latin1", "binary", "base64", "hex"] as const) {
      await files.writeFile("/p/in", bytes);
      await files.writeFile(`/p/${encoding}`, await files.readFile("/p/in", encoding), encoding);
      expect(await files.readFileBuffer(`/p/${encoding}`)).toEqual(bytes);
    }
    await expect(files.readFile("/p/none")).rejects.toThrow(
      "ENOENT: no such file or directory, open '/p/none'",
    );
    await expect(files.link("/p/in", "/p/other")).rejects.toMatchObject({ code: "ENOTSUP" });
  });
});
