import { chmod, readFile, realpath, stat, symlink } from "node:fs/promises";
import { join } from "node:path";
import { type Experimental_SandboxSession, generateText, isStepCount, tool } from "ai7";
import { describe, expect, expectTypeOf, it, onTestFinished } from "vitest";
import { z } from "zod";
import { toSandboxSession } from "../../../../src/adapters/remote/index.js";
import { localBackend, memoryBackend } from "../../../../src/index.js";
import { temporaryFolder } from "../../../backends/temporary-folder.js";
import { writeTree } from "../../../backends/write-tree.js";
import { SDKS } from "../../ai-sdk/sdk-majors.js";

async function sessionOn(tree: Readonly<Record<string, string>>) {
  const root = await realpath(await temporaryFolder());
  await writeTree(root, tree);
  const backend = localBackend({ stateDirectory: await temporaryFolder(), languageServers: "off" });
  onTestFinished(() => backend.dispose());
  return { root, session: toSandboxSession(backend, { library: "ai-sdk", cwd: root }) };
}

async function textOf(stream: ReadableStream<Uint8Array>): Promise<string> {
  return new Response(stream).text();
}

describe("a sandbox session for the AI SDK", () => {
  it("satisfies the type of the SDK", () => {
    expectTypeOf(toSandboxSession<"ai-sdk">).returns.toExtend<Experimental_SandboxSession>();
  });

  it("serves a tool of the SDK that a model calls", async () => {
    const { root, session } = await sessionOn({ "a.txt": "one\n" });
    const sdk = SDKS.find(({ major }) => major === 7);
    const edit = tool({
      inputSchema: z.object({ path: z.string(), text: z.string() }),
      execute: async ({ path, text }, { experimental_sandbox: sandbox }) => {
        const before = await sandbox?.readTextFile({ path });
        await sandbox?.writeTextFile({ path, content: `${before}${text}` });
        return (await sandbox?.run({ command: "cat a.txt" }))?.stdout;
      },
    });
    const model = sdk?.model([{ id: "1", name: "edit", input: { path: "a.txt", text: "two\n" } }], ["Done."]);
    const { steps } = await generateText({
      model: model as never,
      tools: { edit },
      prompt: "Add a line.",
      stopWhen: isStepCount(3),
      experimental_sandbox: session,
    });
    expect(steps[0]?.toolResults[0]?.output).toBe("one\ntwo\n");
    expect(await readFile(join(root, "a.txt"), "utf8")).toBe("one\ntwo\n");
  });

  it("reads whole files, lines and streams, and null for a missing file", async () => {
    const { session } = await sessionOn({ "a.txt": "1\n2\n3\n4\n", "empty.txt": "" });
    expect(await session.readTextFile({ path: "a.txt" })).toBe("1\n2\n3\n4\n");
    expect(await session.readTextFile({ path: "a.txt", startLine: 2, endLine: 3 })).toBe("2\n3");
    expect(await session.readTextFile({ path: "a.txt", startLine: 3, endLine: 99 })).toBe("3\n4\n");
    expect(await session.readTextFile({ path: "a.txt", startLine: 50 })).toBe("");
    const stream = await session.readFile({ path: "a.txt" });
    expect(stream && (await textOf(stream))).toBe("1\n2\n3\n4\n");
    const empty = await session.readFile({ path: "empty.txt" });
    expect(empty && (await textOf(empty))).toBe("");
    for (const read of [session.readFile, session.readBinaryFile, session.readTextFile])
      expect(await read({ path: "missing/file" })).toBe(null);
    await expect(session.readBinaryFile({ path: "." })).rejects.toMatchObject({ code: "not-a-file" });
  });

  it("creates folders, keeps the mode of a file, and writes through a symlink", async () => {
    const { root, session } = await sessionOn({ "run.sh": "old\n" });
    await chmod(join(root, "run.sh"), 0o750);
    await symlink("run.sh", join(root, "link"));
    await session.writeTextFile({ path: "link", content: "new\n" });
    expect(await readFile(join(root, "run.sh"), "utf8")).toBe("new\n");
    expect((await stat(join(root, "run.sh"))).mode & 0o777).toBe(0o750);
    const content = new Response("deep").body as ReadableStream<Uint8Array>;
    await session.writeFile({ path: "x/y/z.txt", content });
    expect(await readFile(join(root, "x/y/z.txt"), "utf8")).toBe("deep");
    expect((await session.listDirectory({ path: "x/y" }))?.map(({ name }) => name)).toEqual(["z.txt"]);
    expect(await session.listDirectory({ path: "none" })).toBe(null);
    expect(await session.stat({ path: "link" })).toEqual({ type: "file", size: 4 });
    expect(await session.deleteFile({ path: "link" })).toBe(true);
    expect(await session.deleteFile({ path: "link" })).toBe(false);
    expect(await session.stat({ path: "run.sh" })).not.toBe(null);
    await expect(session.deleteFile({ path: "x" })).rejects.toMatchObject({ code: "not-a-file" });
  });

  it("leaves the file and no temporary file when the write is aborted", async () => {
    const { root, session } = await sessionOn({ "a.txt": "old" });
    const abortSignal = AbortSignal.abort(new Error("stop"));
    await expect(session.writeTextFile({ path: "a.txt", content: "new", abortSignal })).rejects.toThrow();
    expect(await readFile(join(root, "a.txt"), "utf8")).toBe("old");
    expect((await session.listDirectory({ path: "." }))?.length).toBe(1);
  });

  it("streams the output of a spawned command, and kills it", async () => {
    const { session } = await sessionOn({});
    const counted = await session.spawn({ command: "echo $WORD; echo err >&2; exit 4", env: { WORD: "hi" } });
    const [stdout, stderr] = await Promise.all([textOf(counted.stdout), textOf(counted.stderr)]);
    expect([stdout, stderr, await counted.wait()]).toEqual(["hi\n", "err\n", { exitCode: 4 }]);
    const endless = await session.spawn({ command: "echo started; sleep 1000" });
    const reader = endless.stdout.getReader();
    expect(new TextDecoder().decode((await reader.read()).value)).toBe("started\n");
    await endless.kill();
    await endless.kill();
    expect((await endless.wait()).exitCode).toBe(137);
    const abort = new AbortController();
    const aborted = await session.spawn({ command: "sleep 1000", abortSignal: abort.signal });
    abort.abort(new Error("stop"));
    await expect(aborted.wait()).rejects.toThrow("stop");
  });

  it("rejects before the command where it cannot do what is asked", async () => {
    const { session } = await sessionOn({});
    await expect(session.spawn({ command: "touch made", stdin: true })).rejects.toMatchObject({
      code: "not-supported",
    });
    expect(await session.stat({ path: "made" })).toBe(null);
    const inMemory = toSandboxSession(memoryBackend(), { library: "ai-sdk", cwd: "/" });
    await expect(inMemory.run({ command: "true" })).rejects.toThrow(/has no shell/);
    expect(() => toSandboxSession(memoryBackend(), { library: "ai-sdk", cwd: "relative" })).toThrow(
      /absolute/,
    );
    expect(() => toSandboxSession(memoryBackend(), { library: "aisdk" as never, cwd: "/" })).toThrow(
      /ai-sdk/,
    );
  });
});
