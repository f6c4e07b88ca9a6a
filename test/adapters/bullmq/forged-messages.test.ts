import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import * as z from "zod";
import { defineTool } from "../../../src/index.js";
import { Attacker } from "./attacker.js";
import { TestFleet, temporaryFolder } from "./fleet.js";
import { describeWithRedis, useRedis } from "./redis-server.js";

const secret = "s3cret";

const asker = defineTool({
  name: "asker",
  description: "Asks twice while it runs.",
  kind: "execute",
  inputSchema: z.object({}),
  async execute(_input, { ask }) {
    const first = await ask({ reason: "first" });
    return `${first ? "yes" : "no"}, ${(await ask({ reason: "second" })) ? "yes" : "no"}`;
  },
});

const command = (cmd: string) => ({ id: cmd, name: "Bash", input: { cmd } });

const redis = useRedis();

/** A fleet that signs, with somebody in its Redis who cannot. */
async function attacked(tools: readonly (typeof asker)[] = []) {
  const fleet = new TestFleet(redis);
  await fleet.worker({ secret, rules: { tools } }).ready();
  return { fleet, attacker: new Attacker(fleet) };
}

describeWithRedis("with a secret, whoever can write to Redis", () => {
  it("approves nothing by an answer that is unsigned, wrongly signed or replayed", async () => {
    const { fleet, attacker } = await attacked([asker]);
    const executor = fleet.executor({ secret, isRemote: () => true });
    const asked: string[] = [];
    let isOver = () => {};
    const host = fleet.host({
      tools: [asker],
      permissions: "default",
      executor,
      onApproval: async ({ decision }) => {
        asked.push(decision.reason ?? "");
        if (asked.length === 2) return true;
        if (asked.length === 3) await new Promise<void>((resolve) => (isOver = resolve));
        return asked.length === 1;
      },
    });
    const running = host.execute({ id: "1", name: "asker", input: {} });
    await expect.poll(() => asked.at(-1)).toBe("second");
    const [job = ""] = await attacker.active();
    const old = await attacker.texts(attacker.names.control);
    expect(old.length).toBeGreaterThan(0);
    for (const id of ["1", "2", "3"]) {
      const text = JSON.stringify({
        type: "answer",
        job,
        id,
        approved: true,
        host: "h",
        seq: 99,
        at: Date.now(),
      });
      await attacker.say(attacker.names.control, text);
      await attacker.say(
        attacker.names.control,
        Attacker.signed(text, fleet.workspace, ["message", "host-to-worker"]),
      );
    }
    for (const text of old) await attacker.say(attacker.names.control, text);
    const refused = () => fleet.events.filter(({ type }) => type === "message-refused").length;
    await expect.poll(refused).toBe(6 + old.length);
    isOver();
    expect(await running).toMatchObject({ status: "done", result: "yes, no" });
  });

  it("ends no call by a forged result, opens no file by it, and lists no file as changed", async () => {
    const { fleet, attacker } = await attacked();
    const executor = fleet.executor({ secret });
    const host = fleet.host({ executor, permissions: [{ tool: "Bash", verdict: "allow" }] });
    const outside = join(temporaryFolder(), "outside.txt");
    writeFileSync(outside, "not for you\n");
    const running = host.execute(command("echo real; sleep 2; echo end"));
    await expect.poll(() => attacker.active()).toHaveLength(1);
    const [job = ""] = await attacker.active();
    const host36 = job.slice(0, job.lastIndexOf("-"));
    const stream = `collet:fleet:host:${host36}`;
    const forged = JSON.stringify({
      job,
      from: "worker.1",
      seq: 1_000,
      type: "result",
      result: { status: "done", result: "forged", content: [{ type: "text", text: "forged" }] },
      timing: { worker: "worker", waitedMs: 0, ranMs: 0 },
      outputs: [outside],
    });
    await attacker.say(stream, forged);
    await attacker.say(stream, Attacker.signed(forged, fleet.workspace, ["message", "worker-to-host"]));
    await attacker.redis.hset(attacker.names.record(job), "c", `${JSON.stringify({ path: "/forged" })}\n`);
    const result = await running;
    expect(result).toMatchObject({ status: "done" });
    expect(JSON.stringify(result.content)).toContain("real");
    expect(executor.ownsOutput?.(outside, host.defaultSession)).toBe(false);
    expect((await executor.metrics()).refused).toBe(2);
  });

  it("does not believe a record about a call, and the call states it", async () => {
    const { fleet, attacker } = await attacked();
    const host = fleet.host({ executor: fleet.executor({ secret }) });
    const running = host.execute(command("sleep 3"));
    await expect.poll(() => attacker.active()).toHaveLength(1);
    const [job = ""] = await attacker.active();
    const text = JSON.stringify({
      job,
      type: "result",
      result: { status: "done", content: [], result: 1 },
      timing: {},
    });
    const entry = (await attacker.redis.xadd("forged stream", "*", "m", text)) ?? "";
    await attacker.redis.hset(attacker.names.record(job), "s", "finished", "h", "forged stream", "e", entry);
    expect(await running).toMatchObject({
      status: "error",
      error: { errorCode: "forged-message", message: expect.stringContaining("not signed") },
    });
  });

  it("reports no call as not run after its record was deleted", async () => {
    const { fleet, attacker } = await attacked();
    const host = fleet.host({ executor: fleet.executor({ secret, startTimeoutMs: 300 }) });
    // It says that it has started after a second only.
    const running = host.execute(command("echo once >> log.txt; sleep 0.9"));
    await expect.poll(() => existsSync(join(fleet.folder, "log.txt"))).toBe(true);
    const [job = ""] = await attacker.active();
    await attacker.redis.del(attacker.names.record(job));
    const result = await running;
    expect(result.error?.retryable, result.error?.message).not.toBe(true);
    expect(result.error?.message ?? "").not.toContain("has not run");
  });

  it("rejects a session that no worker left", async () => {
    const states: Record<string, string> = {};
    for (const isForged of [false, true]) {
      const fleet = new TestFleet(redis);
      const attacker = new Attacker(fleet);
      const first = fleet.worker({ secret, name: "first" });
      await first.ready();
      writeFileSync(join(fleet.folder, "a.txt"), "one\n");
      const host = fleet.host({ executor: fleet.executor({ secret }) });
      const edit = { id: "1", name: "edit_file", input: { path: "a.txt", old_str: "one", new_str: "two" } };
      expect(await host.execute(edit)).toMatchObject({ status: "done" });
      await first.close();
      const [key = ""] = await attacker.redis.keys(attacker.names.session("*").replace("?", "\\?"));
      const left = (await attacker.redis.get(key)) ?? "";
      expect(left).not.toBe("");
      // The state alone, and the signature of the other fleet's.
      if (isForged) await attacker.redis.set(key, `${states.signature} ${left.slice(45)}`);
      states.signature = left.slice(0, 44);
      fleet.worker({ secret, name: "second" });
      const undo = await host.execute({ id: "2", name: "undo_edit", input: { path: "a.txt" } });
      expect(undo).toMatchObject(isForged ? { error: { errorCode: "nothing-to-undo" } } : { status: "done" });
      expect(readFileSync(join(fleet.folder, "a.txt"), "utf8")).toBe(isForged ? "two\n" : "one\n");
    }
  });

  it("ends no session and cancels no call", async () => {
    const { fleet, attacker } = await attacked();
    const host = fleet.host({ executor: fleet.executor({ secret }) });
    const running = host.execute(command("sleep 1; echo end"));
    await expect.poll(() => attacker.active()).toHaveLength(1);
    const [job = ""] = await attacker.active();
    await attacker.say(attacker.names.control, JSON.stringify({ type: "cancel", job }));
    await attacker.say(
      attacker.names.control,
      JSON.stringify({ type: "end-session", host: job.slice(0, 36), session: host.defaultSession.id }),
    );
    expect(await running).toMatchObject({ status: "done" });
    expect(fleet.events.filter(({ type }) => type === "message-refused")).toHaveLength(2);
  });
});

describeWithRedis("without a secret", () => {
  it("Redis is trusted, and hosts and workers need not sign", async () => {
    const fleet = new TestFleet(redis);
    fleet.worker();
    expect(await fleet.host().execute(command("echo x"))).toMatchObject({ status: "done" });
  });
});

describeWithRedis("a result that makes no sense", () => {
  it.each([
    ["tracked files that are no list", { trackFiles: 5 }],
    ["a status that there is not", { status: "perhaps" }],
    ["no content", { content: null }],
    ["content of something else", { content: [5] }],
    ["metadata that is no object", { metadata: "x" }],
    ["a cut that is none", { truncation: { omittedBytes: "all" } }],
    ["an error without words", { status: "error", error: {} }],
    ["a question for the user", { status: "blocked-on-user", error: { message: "x", errorCode: "x" } }],
    ["nothing at all", null],
    ["a list", []],
  ])("ends its call as an error that names the worker: %s", async (_title, part) => {
    const fleet = new TestFleet(redis);
    const attacker = new Attacker(fleet);
    const host = fleet.host();
    const running = host.execute(command("true"));
    const waiting = () => attacker.redis.lrange(`${attacker.queue}:wait`, 0, -1);
    await expect.poll(waiting).toHaveLength(1);
    const [job = ""] = await waiting();
    const good = { status: "done", result: 1, content: [{ type: "text", text: "x" }] };
    const result = part === null || Array.isArray(part) ? part : { ...good, ...part };
    const timing = { worker: "worker-7", waitedMs: 0, ranMs: 0 };
    const stream = `collet:fleet:host:${job.slice(0, job.lastIndexOf("-"))}`;
    await attacker.say(stream, JSON.stringify({ job, type: "result", result, timing }));
    expect(await running).toMatchObject({
      status: "error",
      error: { errorCode: "invalid-output", message: expect.stringContaining("'worker-7'") },
      content: [{ type: "text" }],
    });
  });
});
