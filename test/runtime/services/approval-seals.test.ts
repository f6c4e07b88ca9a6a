import { createHash } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it, vi } from "vitest";
import { localBackend } from "../../../src/backends/local/index.js";
import type { ApprovalStore, ToolResult } from "../../../src/contract/index.js";
import { ToolError } from "../../../src/core.js";
import { ApprovalSeals, MAX_REQUEST_AGE_MS } from "../../../src/runtime/services/approval-seals.js";
import { createProcessApprovals } from "../../../src/runtime/services/process-approvals.js";
import { canonicalJson } from "../../../src/runtime/values/canonical-json.js";
import { temporaryFolder } from "../../backends/temporary-folder.js";
import { createToolRuntime, defineTool, z } from "../fixtures.js";

interface Stored {
  callId: string;
  approval: Record<string, unknown>;
}

const results = (...stored: readonly Stored[]) => stored as unknown as readonly ToolResult[];

const log = vi.fn((page: string) => page);

const pageTool = (name: string, description = "Writes a page.") =>
  defineTool({
    name,
    description,
    kind: "edit",
    inputSchema: z.object({ page: z.string() }),
    preview: async ({ page }) => [{ type: "text", text: `+${page}` }],
    execute: ({ page }) => log(page),
  });

const tools = [pageTool("write"), pageTool("remove", "Removes a page.")];
const runtimeWith = (approvals: ApprovalStore) => createToolRuntime({ tools, approvals });
const call = (id: string, page: string, name = "write") => ({ id, name, input: { page } });

/** Two questions, stored as JSON by another runtime than the one that resumes them. */
async function storedQuestions() {
  log.mockClear();
  const approvals = createProcessApprovals();
  const asked = await runtimeWith(approvals).executeBatch([call("a", "home"), call("b", "secret", "remove")]);
  const [a, b] = JSON.parse(JSON.stringify(asked)) as [Stored, Stored];
  return { runtime: runtimeWith(approvals), a, b };
}

const unkeyed = (value: unknown) => createHash("sha256").update(canonicalJson(value)).digest("hex");

const ALTERATIONS: Readonly<Record<string, (a: Stored, b: Stored) => Stored>> = {
  "the input that runs": (a) => {
    a.approval.requestedInput = { page: "secret" };
    return a;
  },
  "the input that is shown": (a) => {
    a.approval.input = { page: "harmless" };
    return a;
  },
  "both inputs": (a) => {
    a.approval.input = { page: "secret" };
    a.approval.requestedInput = { page: "secret" };
    return a;
  },
  "the preview": (a) => {
    a.approval.preview = [];
    return a;
  },
  "a warning that is taken out": (a) => {
    a.approval.warnings = [];
    return a;
  },
  "the rules that are suggested": (a) => {
    a.approval.suggestedRules = [{ verdict: "allow" }];
    return a;
  },
  "the facts": (a) => {
    a.approval.facts = { paths: [] };
    return a;
  },
  "the session": (a) => {
    a.approval.sessionId = "another";
    return a;
  },
  "the id of the question": (a, b) => {
    a.approval.id = b.approval.id;
    return a;
  },
  "the tool": (a) => {
    a.approval.toolName = "remove";
    a.approval.requestedName = "remove";
    return a;
  },
  "the digest of another question": (a, b) => {
    a.approval.digest = b.approval.digest;
    return a;
  },
  "the question of another call": (a, b) => ({ ...a, approval: b.approval }),
  "the question of another call under this call's id": (a, b) => ({
    ...a,
    approval: { ...b.approval, callId: a.callId },
  }),
  "the id of the call": (a) => ({ ...a, callId: "b", approval: { ...a.approval, callId: "b" } }),
  "a digest without the secret": (a) => {
    a.approval.digest = unkeyed(["write", "Writes a page.", a.approval.input]);
    return a;
  },
  "a digest that is cut": (a) => {
    a.approval.digest = String(a.approval.digest).slice(0, -1);
    return a;
  },
  "a digest with another time": (a) => {
    a.approval.digest = String(a.approval.digest).replace(/\.(\d+)\./, ".1.");
    return a;
  },
  // A recorded answer is looked up by the day and the id.
  "a digest with the time of the next day": (a) => {
    a.approval.digest = String(a.approval.digest).replace(
      /\.(\d+)\./,
      (_, time) => `.${Number(time) + 86_400_000}.`,
    );
    return a;
  },
  "a digest with another id": (a) => {
    const [key, time, id = "", signature] = String(a.approval.digest).split(".");
    a.approval.digest = [key, time, id.split("").reverse().join(""), signature].join(".");
    return a;
  },
};

describe("a stored question", () => {
  it("resumes a stored question by the id of the call or of the question", async () => {
    const { runtime, a, b } = await storedQuestions();
    const resumed = await runtime.resume(results(a, b), { a: true, [String(b.approval.id)]: true });
    expect(resumed.map(({ status }) => status)).toEqual(["done", "done"]);
    expect(log.mock.calls).toEqual([["home"], ["secret"]]);
  });

  it.each(Object.keys(ALTERATIONS))("runs nothing after a change of: %s", async (alteration) => {
    const { runtime, a, b } = await storedQuestions();
    const altered = ALTERATIONS[alteration]?.(structuredClone(a), structuredClone(b)) as Stored;
    const [result] = await runtime.resume(results(altered), { [altered.callId]: true });
    expect(result).toMatchObject({ status: "rejected-by-user", error: { errorCode: "approval-mismatch" } });
    expect(log).not.toHaveBeenCalled();
    // The question can still be answered.
    expect((await runtime.resume(results(a), { a: true }))[0]?.status).toBe("done");
  });

  it("names the digest field when it is not a string", async () => {
    const { runtime, a } = await storedQuestions();
    const altered = structuredClone(a);
    altered.approval.digest = { toString: "x" };
    const refused = await runtime.resume(results(altered), { a: true }).catch((error: unknown) => error);
    expect(refused).toMatchObject({
      code: "invalid-input",
      message: expect.stringContaining("results[0].approval.digest must be a string"),
    });
    expect(log).not.toHaveBeenCalled();
    // The question can still be answered.
    expect((await runtime.resume(results(a), { a: true }))[0]?.status).toBe("done");
  });

  it("refuses an answer that names another question with the same call id", async () => {
    const { runtime, a } = await storedQuestions();
    const [other] = await runtime.executeBatch([call("a", "another turn")]);
    const [result] = await runtime.resume([other as ToolResult], { [String(a.approval.id)]: true });
    expect(result?.status).toBe("blocked-on-user");
  });

  it("binds a question to the working directory and the version of the tool", async () => {
    const approvals = createProcessApprovals();
    const asked = await createToolRuntime({ tools, approvals, cwd: "/one" }).executeBatch([
      call("a", "home"),
    ]);
    const others = [
      createToolRuntime({ tools, approvals, cwd: "/other" }),
      createToolRuntime({ tools: [pageTool("write", "Writes somewhere else.")], approvals, cwd: "/one" }),
    ];
    for (const other of others) {
      expect((await other.resume(asked, { a: true }))[0]?.error?.errorCode).toBe("approval-mismatch");
    }
    const same = createToolRuntime({ tools, approvals, cwd: "/one" });
    expect((await same.resume(asked, { a: true }))[0]?.status).toBe("done");
  });

  it.each<[string, Partial<Parameters<typeof defineTool>[0]>]>([
    ["input", { preprocessArgs: () => ({ page: "secret" }) }],
    ["host", { facts: () => ({ hosts: ["elsewhere.example"] }) }],
  ])("runs nothing if the call would have another %s now", async (_, changed) => {
    log.mockClear();
    const approvals = createProcessApprovals();
    const asked = await runtimeWith(approvals).executeBatch([call("a", "home")]);
    const { name, description, kind } = pageTool("write");
    const other = defineTool({
      ...{ name, description, kind, inputSchema: z.object({ page: z.string() }) },
      preview: async ({ page }: { page: string }) => [{ type: "text", text: `+${page}` }],
      execute: ({ page }: { page: string }) => log(page),
      ...changed,
    } as never);
    const runtime = createToolRuntime({ tools: [other], approvals });
    const [result] = await runtime.resume(asked, { a: true });
    expect(result?.error?.errorCode).toBe("approval-mismatch");
    expect(log).not.toHaveBeenCalled();
    expect((await runtimeWith(approvals).resume(asked, { a: true }))[0]?.status).toBe("done");
  });

  it("refuses to resume a question that was answered in its process", async () => {
    log.mockClear();
    const seen: unknown[] = [];
    const approvals = createProcessApprovals();
    const runtime = createToolRuntime({
      tools,
      approvals,
      onApproval: (request) => {
        seen.push(request);
        return false;
      },
    });
    const refused = await runtime.execute(call("a", "home"));
    const forged = { ...refused, status: "blocked-on-user", approval: seen[0] } as unknown as ToolResult;
    for (const each of [runtime, runtimeWith(approvals)]) {
      expect((await each.resume([forged], { a: true }))[0]?.error?.errorCode).toBe("approval-mismatch");
    }
    expect(log).not.toHaveBeenCalled();
  });

  it("counts a question once although a grant allows the call now", async () => {
    const { runtime, a } = await storedQuestions();
    expect(
      (await runtime.resume(results(a), { a: { approved: true, remember: "session" } }))[0]?.status,
    ).toBe("done");
    expect((await runtime.resume(results(a), { a: true }))[0]?.error?.message).toContain("answered before");
    expect(log).toHaveBeenCalledTimes(1);
  });

  it("rejects a call by the user although a rule allows it now", async () => {
    const approvals = createProcessApprovals();
    const [asked] = await runtimeWith(approvals).executeBatch([call("a", "home")]);
    const lenient = createToolRuntime({ tools, approvals, permissions: "allow-all" });
    const [result] = await lenient.resume([asked as ToolResult], { a: false });
    expect(result?.status).toBe("rejected-by-user");
  });
});

describe("runtimes with a state directory", () => {
  const runtimeAt = (stateDirectory: string) =>
    createToolRuntime({ tools, backend: localBackend({ stateDirectory }) });

  it("resumes each other's questions once, including copies of results", async () => {
    log.mockClear();
    const state = await temporaryFolder();
    const asked = await runtimeAt(state).executeBatch([call("a", "home")]);
    const copies = Array.from({ length: 5 }, () => JSON.parse(JSON.stringify(asked)));
    const outcomes = await Promise.all(copies.map((copy) => runtimeAt(state).resume(copy, { a: true })));
    const statuses = outcomes.map(([result]) => result?.status).sort();
    expect(statuses).toEqual(["done", ...Array(4).fill("rejected-by-user")]);
    expect(log).toHaveBeenCalledTimes(1);
  });

  it("reports a question from another state directory", async () => {
    const asked = await runtimeAt(await temporaryFolder()).executeBatch([call("a", "home")]);
    const [result] = await runtimeAt(await temporaryFolder()).resume(asked, { a: true });
    expect(result).toMatchObject({
      status: "rejected-by-user",
      error: { errorCode: "approval-mismatch", message: expect.stringContaining("COLLET_STATE_DIRECTORY") },
    });
  });

  it("asks and resumes within the process without a safe location for the secret", async () => {
    const blocker = join(await temporaryFolder(), "file");
    const store = localBackend({ stateDirectory: join(blocker, "state") }).approvals;
    await writeFile(blocker, "");
    await expect(store.key()).rejects.toMatchObject({ code: "access-denied" });
    const asked = await runtimeWith(store).executeBatch([call("a", "home")]);
    expect((await runtimeWith(store).resume(asked, { a: true }))[0]?.status).toBe("done");
    expect((await runtimeWith(store).resume(asked, { a: true }))[0]?.status).toBe("rejected-by-user");
  });

  it("runs nothing when the answer cannot be recorded", async () => {
    log.mockClear();
    const approvals = createProcessApprovals();
    const failing: ApprovalStore = {
      key: approvals.key,
      spend: () => Promise.reject(new ToolError("The disk is full.", { code: "no-space" })),
    };
    const asked = await runtimeWith(failing).executeBatch([call("a", "home")]);
    const [result] = await runtimeWith(failing).resume(asked, { a: true });
    expect(result).toMatchObject({ status: "rejected-by-user", error: { errorCode: "approval-failed" } });
    expect(result?.error?.message).toContain("The disk is full.");
    expect(log).not.toHaveBeenCalled();
  });

  it("writes no secret into a request", async () => {
    const state = await temporaryFolder();
    const asked = JSON.stringify(await runtimeAt(state).executeBatch([call("a", "home")]));
    const secret = await readFile(join(state, "approvals/approvals.key"));
    for (const form of ["hex", "base64", "latin1"] as const)
      expect(asked).not.toContain(secret.toString(form));
  });
});

describe("ApprovalSeals", () => {
  it("refuses a request that is older than 30 days", async () => {
    let now = 1_000;
    const seals = new ApprovalSeals(createProcessApprovals(), () => now);
    const [one, other] = [await seals.seal(["text"]), await seals.seal(["text"])];
    now += MAX_REQUEST_AGE_MS;
    expect(await seals.open(one, ["te", "xt"])).toBe("opened");
    now += 1;
    expect(await seals.open(other, ["text"])).toBe("too-old");
  });

  it("refuses a secret that is too short", async () => {
    const short: ApprovalStore = { key: async () => new Uint8Array(8), spend: async () => true };
    await expect(new ApprovalSeals(short).seal(["text"])).rejects.toThrow("at least 32 bytes");
  });
});

describe("createProcessApprovals", () => {
  it("counts a request that it may have forgotten as answered", async () => {
    const approvals = createProcessApprovals(2);
    for (const [id, at] of [
      ["a", 10],
      ["b", 20],
      ["c", 30],
    ] as const) {
      expect(await approvals.spend(id, at)).toBe(true);
    }
    expect(await approvals.spend("a", 10)).toBe(false);
    expect(await approvals.spend("d", 11)).toBe(true);
  });
});

describe("a seal of a text of megabytes", () => {
  const MIB = 1_048_576;

  it.each([
    ["ends in the middle of a part", 2.5 * MIB],
    ["ends with a part", 2 * MIB],
  ])(
    "a seal is opened for the same text in other pieces, and by no other text: %s",
    async (_title, length) => {
      const seals = new ApprovalSeals(createProcessApprovals());
      const text = "line of text\n".repeat(Math.ceil(length / 13)).slice(0, length);
      const seal = await seals.seal([text]);
      for (const at of [0, MIB - 1, MIB, length - 1]) {
        const altered = `${text.slice(0, at)}X${text.slice(at + 1)}`;
        expect(await seals.open(seal, [altered]), `${at}`).toBe("altered");
      }
      for (const other of [text.slice(0, -1), `${text}x`, text.slice(MIB)])
        expect(await seals.open(seal, [other])).toBe("altered");
      expect(await seals.open(seal, [text.slice(0, 7), text.slice(7)])).toBe("opened");
    },
  );
});
