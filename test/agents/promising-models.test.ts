import { describe, expect, it } from "vitest";
import { createToolRuntime, type Model, runAgent, streamAgent } from "../../src/core.js";
import { watchProcess } from "../runtime/well-formed.js";
import { reply, tools } from "./fixtures.js";

const runtime = createToolRuntime({ tools });

/** Returns a new promise that rejects, as a getter of a hostile model does each time that it is read. */
function rejecting(): never {
  return Promise.reject(new Error("never awaited")) as never;
}

function promising(...names: readonly string[]): object {
  const getter = { enumerable: true, get: rejecting };
  return Object.defineProperties({}, Object.fromEntries(names.map((name) => [name, getter])));
}

const one = (input: unknown) => ({ text: "", toolCalls: [{ id: "1", name: "echo", input }] });

const REPLIES: Readonly<Record<string, readonly [() => unknown, "done" | "model-failed"]>> = {
  "in each field": [() => promising("text", "toolCalls", "usage", "truncated", "raw"), "model-failed"],
  "in the usage": [() => ({ text: "hi", usage: promising("inputTokens", "outputTokens") }), "done"],
  "in a field that may be missing": [
    () => Object.defineProperty({ text: "hi" }, "truncated", { get: rejecting }),
    "done",
  ],
  "in each field of a call": [() => ({ text: "", toolCalls: [promising("id", "name", "input")] }), "done"],
  "in an input": [() => one(promising("text")), "done"],
  "deep in an input": [() => one({ text: [{ deep: promising("a", "b") }] }), "done"],
  "instead of an input": [() => one(rejecting()), "done"],
};

const LISTENERS: Readonly<Record<string, () => unknown>> = {
  rejects: rejecting,
  "throws a promise": () => {
    throw rejecting();
  },
  throws: () => {
    throw new Error("no");
  },
};

function modelWith(first: () => unknown): Model {
  let turn = 0;
  return {
    generate: async ({ onText }) => {
      for (const delta of ["a", rejecting(), undefined]) onText?.(delta as string);
      turn += 1;
      return (turn === 1 ? first() : reply("Done.")) as never;
    },
  };
}

describe("an agent ends without an unhandled rejection", () => {
  it.each(Object.entries(REPLIES))("if its model has promises %s", async (_title, [first, ended]) => {
    const watched = watchProcess();
    const options = { runtime, prompt: "Go." };
    const result = await runAgent({ ...options, model: modelWith(first), onText: rejecting });
    expect(result.ended).toBe(ended);
    const streamed = streamAgent({ ...options, model: modelWith(first) });
    let step = await streamed.next();
    while (step.done !== true) step = await streamed.next();
    expect(step.value.ended).toBe(ended);
    await watched.none();
  });

  it.each(Object.entries(LISTENERS))("if its listener %s", async (_title, listener) => {
    const watched = watchProcess();
    const options = { runtime, prompt: "Go.", onEvent: listener as () => void };
    const model = modelWith(() => reply("Done."));
    expect((await runAgent({ ...options, model, onText: listener as () => void })).ended).toBe("done");
    const streamed = streamAgent({ ...options, model: modelWith(() => reply("Done.")) });
    const seen: string[] = [];
    for await (const { type } of streamed) seen.push(type);
    expect(seen.at(-1)).toBe("end");
    await watched.none();
  });

  it.each(["runtime", "model", "prompt", "session", "within", "signal", "onEvent"])(
    "if the option %s of streamAgent is a promise",
    async (name) => {
      const watched = watchProcess();
      const options = { runtime, model: modelWith(() => reply("Done.")), prompt: "Go.", [name]: rejecting() };
      await expect(streamAgent(options).next()).rejects.toThrow(`have a promise in '${name}'`);
      await watched.none();
    },
  );
});
