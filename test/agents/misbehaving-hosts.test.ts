import { describe, expect, it } from "vitest";
import { createToolRuntime, runAgent } from "../../src/core.js";
import { createToolRuntime as createRuntime } from "../../src/index.js";
import { watchProcess } from "../runtime/well-formed.js";

/** Listens to a signal and misbehaves when it aborts; never answers. */
function listening(misbehave: () => unknown) {
  return ({ signal }: { readonly signal?: AbortSignal | undefined }) => {
    signal?.addEventListener("abort", misbehave as () => void);
    return new Promise<never>(() => {});
  };
}

describe.each<[string, () => unknown]>([
  [
    "throws",
    () => {
      throw new Error("a listener throws");
    },
  ],
  ["rejects", () => Promise.reject(new Error("a listener rejects"))],
])("an abort listener of the host that %s", (_name, misbehave) => {
  it("ends the loop of its model, and not the process", async () => {
    const watched = watchProcess();
    const ending = new AbortController();
    const model = { generate: listening(misbehave) };
    const running = runAgent({ runtime: createToolRuntime(), model, prompt: "Go.", signal: ending.signal });
    setImmediate(() => ending.abort());
    expect(await running).toMatchObject({ ended: "cancelled" });
    await watched.none();
  });

  it("ends the call of its search engine, and not the process", async () => {
    const watched = watchProcess();
    const webSearch = {
      name: "engine",
      search: listening(misbehave),
    };
    await using runtime = createRuntime({
      cwd: "/",
      permissions: "allow-all",
      webSearch: webSearch as never,
    });
    const running = runtime.execute({ id: "1", name: "web_search", input: { query: "q" } });
    setTimeout(() => runtime.cancel("1"), 20);
    expect(await running).toMatchObject({ status: "cancelled" });
    await watched.none();
  });
});

describe("a clock of the host", () => {
  it.each(["now", "setTimeout", "clearTimeout"])(
    "a clock whose %s rejects ends neither the agent nor the process",
    async (name) => {
      const watched = watchProcess();
      const clock = {
        now: () => performance.now(),
        setTimeout: (callback: () => void, delayMs: number) => setTimeout(callback, delayMs),
        clearTimeout: (handle: unknown) => clearTimeout(handle as NodeJS.Timeout),
        [name]: () => Promise.reject(new Error("no time")),
      };
      const model = { generate: async () => ({ text: "done", toolCalls: [] }) };
      const result = await runAgent({ runtime: createToolRuntime(), model, prompt: "Go.", clock } as never);
      expect(result).toMatchObject({ ended: "done", text: "done" });
      await watched.none();
    },
  );
});

describe("a reply that comes after the end of the loop", () => {
  it("may contain a promise that rejects without ending the process", async () => {
    const watched = watchProcess();
    const ending = new AbortController();
    let answer: (reply: unknown) => void = () => {};
    const model = { generate: () => new Promise<never>((resolve) => (answer = resolve as () => void)) };
    const running = runAgent({ runtime: createToolRuntime(), model, prompt: "Go.", signal: ending.signal });
    setImmediate(() => ending.abort());
    await running;
    answer({ text: "late", toolCalls: [Promise.reject(new Error("never awaited"))] });
    await watched.none();
  });
});
