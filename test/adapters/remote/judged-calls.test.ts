import { readFile, rm, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { Connector } from "../../../src/adapters/remote/index.js";
import type { ApprovalRequest, ToolEvent } from "../../../src/index.js";
import { temporaryFolder } from "../../backends/temporary-folder.js";
import { remoteFixture } from "./remote-fixture.js";

const TREE = { "a.txt": "one\ntwo\n", "src/b.txt": "two\n", ".env": "KEY=two\n", "docs/c.txt": "two\n" };

const EDIT = { path: "a.txt", old_str: "two", new_str: "three" };

describe("rules of a host whose calls run on a worker", () => {
  it("ask before a change, and the approved call runs", async () => {
    const asked: ApprovalRequest[] = [];
    const { call, root } = await remoteFixture(TREE, {
      permissions: "default",
      onApproval: (request) => {
        asked.push(request);
        return true;
      },
    });
    expect(await call("edit_file", EDIT)).toMatchObject({ status: "done" });
    expect(asked.map(({ facts }) => facts.paths)).toEqual([[{ path: join(root, "a.txt"), access: "write" }]]);
    expect(await readFile(join(root, "a.txt"), "utf8")).toBe("one\nthree\n");
  });

  it("leave a blocked call that can be resumed", async () => {
    const { call, runtime, root } = await remoteFixture(TREE, { permissions: "default" });
    const blocked = await call("edit_file", EDIT);
    expect(blocked.status).toBe("blocked-on-user");
    const [resumed] = await runtime.resume([blocked], { [blocked.callId]: true });
    expect(resumed).toMatchObject({ status: "done" });
    expect(await readFile(join(root, "a.txt"), "utf8")).toBe("one\nthree\n");
  });

  it("ask about a symbolic link that leads out of the roots, with its target", async () => {
    const asked: ApprovalRequest[] = [];
    const { call, root } = await remoteFixture(TREE, {
      permissions: "default",
      onApproval: (request) => {
        asked.push(request);
        return false;
      },
    });
    const other = await temporaryFolder();
    await writeFile(join(other, "x.txt"), "outside\n");
    await symlink(join(other, "x.txt"), join(root, "link.txt"));
    const result = await call("Read", { path: "link.txt" });
    expect(result.status).toBe("rejected-by-user");
    expect(JSON.stringify(result)).not.toContain("outside\\n");
    expect(asked.map(({ facts }) => facts.paths)).toEqual([
      [{ path: expect.stringMatching(/x\.txt$/), access: "read" }],
    ]);
  });

  it("deny by the target of a symbolic link", async () => {
    const { call, root } = await remoteFixture(TREE, {
      permissions: { preset: "allow-all", rules: [{ path: "docs/**", verdict: "deny", reason: "no docs" }] },
    });
    await symlink(join(root, "docs/c.txt"), join(root, "innocent.txt"));
    const denied = await call("Read", { path: "innocent.txt" });
    expect(denied).toMatchObject({ status: "rejected-by-user", error: { errorCode: "permission-denied" } });
    expect(await call("Read", { path: "a.txt" })).toMatchObject({ status: "done" });
  });

  it("exclude denied files from a search of the folder above, and secrets", async () => {
    const { call, root } = await remoteFixture(TREE, {
      permissions: { preset: "allow-all", rules: [{ path: "docs/**", verdict: "deny" }] },
    });
    const result = await call("Grep", { pattern: "two", path: root });
    expect(result.status).toBe("done");
    const text = JSON.stringify(result.content);
    expect(text).toContain("src/b.txt");
    expect(text).not.toContain("docs/c.txt");
    expect(text).not.toContain(".env");
  });

  it("ask about a command that would print a secret of the folder", async () => {
    let asked = 0;
    const { call } = await remoteFixture(TREE, {
      permissions: "default",
      onApproval: () => {
        asked += 1;
        return false;
      },
    });
    expect(await call("Bash", { cmd: "cat a.txt" })).toMatchObject({ status: "done" });
    expect(asked).toBe(0);
    const result = await call("Bash", { cmd: "grep -r KEY ." });
    expect(result.status).toBe("rejected-by-user");
    expect(JSON.stringify(result)).not.toContain("KEY=two");
    expect(asked).toBe(1);
  });

  it("remember an answer for the session", async () => {
    let asked = 0;
    const { call } = await remoteFixture(TREE, {
      permissions: "default",
      onApproval: () => {
        asked += 1;
        return { approved: true, remember: "session" };
      },
    });
    expect(await call("Bash", { cmd: "touch a.txt" })).toMatchObject({ status: "done" });
    expect(await call("Bash", { cmd: "touch a.txt" })).toMatchObject({ status: "done" });
    expect(asked).toBe(1);
  });

  it("do not run an approved call whose path leads elsewhere by then", async () => {
    let swap: (() => Promise<void>) | undefined;
    // The link is replaced when the host has judged the call, before the worker receives it.
    const swapping =
      (connect: Connector): Connector =>
      async () => {
        const stream = await connect();
        return {
          ...stream,
          write: async (bytes) => {
            if (Buffer.from(bytes).includes('"calls.run"')) await swap?.();
            await stream.write(bytes);
          },
        };
      };
    const { call, root } = await remoteFixture(
      { ...TREE, "shown.txt": "one\ntwo\n" },
      { permissions: "default", onApproval: () => true },
      swapping,
    );
    const link = join(root, "link.txt");
    await symlink(join(root, "shown.txt"), link);
    swap = async () => {
      await rm(link);
      await symlink(join(root, "a.txt"), link);
    };
    const result = await call("edit_file", { ...EDIT, path: "link.txt" });
    expect(result).toMatchObject({ status: "error", error: { errorCode: "changed-since-approval" } });
    expect(await readFile(join(root, "a.txt"), "utf8")).toBe(TREE["a.txt"]);
    expect(await readFile(join(root, "shown.txt"), "utf8")).toBe("one\ntwo\n");
  });

  it("apply to a session with separate limits", async () => {
    const { runtime } = await remoteFixture(TREE);
    const session = runtime.session({ rules: [{ path: "docs/**", verdict: "deny" }] });
    const [denied, found] = await runtime.executeBatch(
      [
        { id: "1", name: "Read", input: { path: "docs/c.txt" } },
        { id: "2", name: "Grep", input: { pattern: "two" } },
      ],
      { session },
    );
    expect(denied?.status).toBe("rejected-by-user");
    expect(JSON.stringify(found?.content)).not.toContain("docs/c.txt");
  });
});

describe("calls on a worker", () => {
  it("report progress, changed files and the output to the host", async () => {
    const events: ToolEvent[] = [];
    const { call, root } = await remoteFixture(TREE, { onEvent: (event) => void events.push(event) });
    const ran = await call("Bash", { cmd: "echo hello; sleep 0.2; echo more" });
    expect(JSON.stringify(ran.content)).toContain("more");
    const edited = await call("edit_file", EDIT);
    expect(edited.trackFiles).toEqual([join(root, "a.txt")]);
    expect(events.map(({ type }) => type)).toEqual(expect.arrayContaining(["tool-progress", "file-edited"]));
  });

  it("end when the host cancels them, with their processes", async () => {
    const { call, runtime, root } = await remoteFixture(TREE);
    const running = call("Bash", { cmd: "echo begun; sleep 30; touch late.txt" });
    const begun = new Promise<void>((resolve) => {
      runtime.on((event) => {
        if (event.type === "tool-progress") resolve();
      });
    });
    await begun;
    expect(runtime.cancel("call-1")).toBe(true);
    expect(await running).toMatchObject({ status: "cancelled" });
    await expect(readFile(join(root, "late.txt"))).rejects.toThrow();
  });

  it("run in the order of the host when they touch one file by two names", async () => {
    const { runtime, root } = await remoteFixture(TREE);
    await symlink(join(root, "a.txt"), join(root, "alias.txt"));
    const results = await runtime.executeBatch([
      { id: "1", name: "edit_file", input: { ...EDIT, path: "alias.txt" } },
      { id: "2", name: "Read", input: { path: "a.txt" } },
    ]);
    expect(results.map(({ status }) => status)).toEqual(["done", "done"]);
    expect(JSON.stringify(results[1]?.content)).toContain("three");
  });

  it("store outputs that the session can read without a question", async () => {
    const { call } = await remoteFixture(TREE, { permissions: "default", onApproval: () => false });
    const result = await call("Bash", { cmd: "seq 1 100000" });
    expect(result).toMatchObject({ status: "done" });
    const path = result.truncation?.savedTo;
    expect(path).toBeDefined();
    expect(await call("Read", { path, read_range: [99_990, 99_999] })).toMatchObject({ status: "done" });
  });

  it("keep what was read and what can be undone in each session", async () => {
    const { runtime, root } = await remoteFixture(TREE, { staleness: "require-read" });
    const [one, two] = [runtime.session(), runtime.session()];
    const run = (name: string, input: object, session: typeof one) =>
      runtime.execute({ id: crypto.randomUUID(), name, input: input as never }, { session });
    await run("Read", { path: "a.txt" }, one);
    expect(await run("edit_file", EDIT, two)).toMatchObject({ status: "error" });
    expect(await run("edit_file", EDIT, one)).toMatchObject({ status: "done" });
    expect(await run("undo_edit", { path: "a.txt" }, two)).toMatchObject({ status: "error" });
    expect(await run("undo_edit", { path: "a.txt" }, one)).toMatchObject({ status: "done" });
    expect(await readFile(join(root, "a.txt"), "utf8")).toBe("one\ntwo\n");
  });

  it("run in this process where a result must pass a function of the host", async () => {
    const { call, sent } = await remoteFixture(TREE, { redact: (text) => text.replaceAll("one", "***") });
    const result = await call("Read", { path: "a.txt" });
    expect(JSON.stringify(result.content)).toContain("***");
    expect(JSON.stringify(result.content)).not.toContain("one");
    expect(sent()).toBeGreaterThan(3);
  });
});
