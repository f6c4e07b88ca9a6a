import { describe, expect, it } from "vitest";
import { acpSession } from "../../../src/adapters/acp/index.js";
import { createToolRuntime, memoryBackend } from "../../../src/index.js";
import { ENDLESS } from "../../endless-values.js";
import { RETURNED, THROWN } from "../../runtime/hostile-values.js";
import { expectWellFormed, watchProcess } from "../../runtime/well-formed.js";

/** A message of the engine instead of one of this library. */
const RAW =
  /call stack|is not iterable|is not a function|Cannot (?:read|destructure|convert)|\[object Object\]/;

const CALLS = [
  { id: "1", name: "Read", input: { path: "a.txt" } },
  { id: "2", name: "edit_file", input: { path: "a.txt", old_str: "one", new_str: "two" } },
  { id: "3", name: "Bash", input: { cmd: "make it" } },
];

const TERMINAL = {
  id: "t",
  currentOutput: async () => ({ output: "hi\n", truncated: false }),
  waitForExit: async () => ({ exitCode: 0 }),
  kill: async () => ({}),
  release: async () => ({}),
};

const CLIENT = {
  sessionUpdate: async () => {},
  requestPermission: async () => ({ outcome: { outcome: "selected", optionId: "allow_once" } }),
  readTextFile: async () => ({ content: "one\n" }),
  writeTextFile: async () => ({}),
  createTerminal: async () => TERMINAL,
};

/** Yields clients with one function that misbehaves each. */
function* clients(misbehave: () => unknown): Generator<object> {
  for (const name of Object.keys(CLIENT)) yield { ...CLIENT, [name]: misbehave };
  for (const name of Object.keys(TERMINAL))
    yield {
      ...CLIENT,
      createTerminal: async () => ({ ...TERMINAL, [name]: name === "id" ? misbehave() : misbehave }),
    };
}

/** Answers of the expected form whose fields are hostile. */
const answers = (make: () => unknown): readonly object[] => [
  { ...CLIENT, requestPermission: async () => ({ outcome: make() }) },
  { ...CLIENT, requestPermission: async () => ({ outcome: { outcome: "selected", optionId: make() } }) },
  { ...CLIENT, readTextFile: async () => ({ content: make() }) },
  {
    ...CLIENT,
    createTerminal: async () => ({
      ...TERMINAL,
      waitForExit: async () => ({ exitCode: make(), signal: make() }),
    }),
  },
  {
    ...CLIENT,
    createTerminal: async () => ({ ...TERMINAL, currentOutput: async () => ({ output: make() }) }),
  },
];

async function run(client: object): Promise<void> {
  const session = acpSession(client as never, {
    sessionId: "s1",
    cwd: "/w",
    clientCapabilities: { fs: { readTextFile: true, writeTextFile: true }, terminal: true },
  });
  const backend = session.backend(memoryBackend({ files: { "/w/a.txt": "one\n" } }));
  const { onApproval, onEvent } = session;
  await using runtime = createToolRuntime({ cwd: "/w", backend, onApproval, onEvent });
  const results = await runtime.executeBatch(CALLS);
  expectWellFormed(CALLS, results);
  for (const { error } of results) expect(error?.message ?? "").not.toMatch(RAW);
}

describe("a client of the Agent Client Protocol", () => {
  it("runs every call if the client behaves", async () => {
    await run(CLIENT);
  });

  it.each(Object.entries(THROWN))(
    "ends every call, whichever function throws or rejects with %s",
    async (_title, make) => {
      const watched = watchProcess();
      for (const client of clients(() => {
        throw make();
      })) {
        await run(client);
      }
      for (const client of clients(() => Promise.reject(make()))) await run(client);
      await watched.none();
    },
  );

  it.each([...Object.entries(RETURNED), ...ENDLESS])(
    "ends every call, whichever function returns %s",
    async (_title, make) => {
      const watched = watchProcess();
      for (const client of [...clients(make), ...answers(make)]) await run(client);
      await watched.none();
    },
  );
});
