import type { Backend } from "../../contract/index.js";
import { ToolError } from "../../contract/index.js";
import type { SeedEntry } from "../seed-entry.js";
import type { TestRunner } from "../test-runner.js";
import type { BackendFactory } from "./backend-under-test.js";
import { type Cut, TestCable } from "./cable.js";
import { expectValue } from "./expectation.js";
import { never } from "./search-bench.js";
import { listing, put, take } from "./test-bench.js";

const TREE = { "a.txt": "old\n", "b.txt": "two\n", "folder/inner": "x" } satisfies Record<string, SeedEntry>;

/** Milliseconds by which a slow peer delays each message. */
const SLOW_MS = 30;

/** Parts of a message that arrive before the connection is lost. */
const PARTS: readonly (readonly [title: string, part: number])[] = [
  ["before", 0],
  ["after half of", 0.5],
  ["after", 1],
];

/** A backend over a cable, and the root of its tree. */
interface Connected {
  readonly backend: Backend;
  readonly root: string;
}

/** An operation whose connection is lost. */
interface Operation {
  readonly title: string;
  /** Returns data. It must be the same with every connection, or the operation must fail. */
  readonly run: (connected: Connected) => Promise<unknown>;
  /** The contents that files may have afterwards, of an operation that changes some. */
  readonly leaves?: readonly (readonly [name: string, contents: readonly (string | undefined)[]])[];
  readonly needs?: (backend: Backend) => boolean;
}

const OPERATIONS: readonly Operation[] = [
  {
    title: "a path that is there",
    run: async ({ backend, root }) => (await backend.files.resolve(`${root}/a.txt`)).stat?.size,
  },
  {
    title: "a path that is missing",
    run: async ({ backend, root }) => (await backend.files.resolve(`${root}/none`)).stat,
  },
  { title: "a listing", run: (connected) => inRoot(connected, listing) },
  { title: "the content of a file", run: (connected) => inRoot(connected, (root) => take(root, "a.txt")) },
  {
    title: "a search for files",
    needs: ({ search }) => search !== undefined,
    run: async ({ backend, root }) => {
      const found: string[] = [];
      for await (const path of backend.search?.files({ path: root, signal: never }) ?? []) found.push(path);
      return found.length;
    },
  },
  {
    title: "a search for text",
    needs: ({ search }) => search !== undefined,
    run: async ({ backend, root }) => {
      const found: string[] = [];
      for await (const { text } of backend.search?.text({ path: root, signal: never, pattern: "two|old" }) ??
        [])
        found.push(text);
      return found.sort();
    },
  },
  {
    title: "a new file",
    run: (connected) => inRoot(connected, (root) => put(root, "new.txt", "new\n")),
    // A new file has no content until it is written; those who need it whole rename it afterwards.
    leaves: [["new.txt", [undefined, "", "new\n"]]],
  },
  {
    title: "a rename over a file",
    run: (connected) => inRoot(connected, (root) => root.rename("b.txt", { name: "a.txt" })),
    leaves: [
      ["a.txt", ["old\n", "two\n"]],
      ["b.txt", ["two\n", undefined]],
    ],
  },
  {
    title: "a removal",
    run: (connected) => inRoot(connected, (root) => root.removeFile("b.txt")),
    leaves: [["b.txt", ["two\n", undefined]]],
  },
  {
    title: "a command",
    needs: ({ shell }) => shell !== undefined,
    run: async ({ backend, root }) => {
      let output = "";
      const onOutput = (chunk: Uint8Array) => {
        output += new TextDecoder().decode(chunk);
      };
      const outcome = await backend.shell?.run({
        command: "echo said; exit 3",
        cwd: root,
        signal: never,
        onOutput,
      });
      return [outcome?.exitCode, outcome?.reason, output];
    },
  },
  {
    title: "a file lock",
    needs: ({ locks }) => locks !== undefined,
    run: async ({ backend, root }) => {
      const lock = await backend.locks?.acquire(`${root}/a.txt`, { signal: never });
      await lock?.release();
    },
  },
];

/** Declares tests for lost, slow and foreign peers, if the factory can connect its backend over a cable. */
export function describeFaults(factory: BackendFactory, runner: TestRunner): void {
  const { connect, connectOtherVersion } = factory;
  if (connect !== undefined) {
    runner.describe("a connection", () => {
      for (const operation of OPERATIONS)
        runner.it(
          `returns the right answer or connection-lost if it is lost at any message: ${operation.title}`,
          () => loseEverywhere(connect, operation),
        );
      runner.it("that is slow changes no answer", async () => {
        for (const operation of OPERATIONS) {
          const fast = await runOver(connect, operation, {});
          const slow = await runOver(connect, operation, { delayMs: SLOW_MS });
          expectValue([operation.title, slow.result]).toEqual([operation.title, fast.result]);
        }
      });
    });
  }
  if (connectOtherVersion !== undefined)
    runner.it("refuses a peer of another version, and says so", async () => {
      const thrown = await connectOtherVersion().then(
        () => undefined,
        (error: unknown) => error,
      );
      expectValue(ToolError.isInstance(thrown)).toBe(true);
      expectValue(/version/i.test(String(thrown))).toBe(true);
    });
}

async function loseEverywhere(connect: Connect, operation: Operation): Promise<void> {
  const whole = await runOver(connect, operation, {});
  if (whole.isOmitted) return;
  if (whole.count < 2) throw new Error("The factory passes no messages to the cable.");
  for (const [title, part] of PARTS) {
    for (let message = 1; ; message += 1) {
      const lost = await runOver(connect, operation, { cut: { message, part } });
      if (!lost.isCut) break;
      const where = `lost ${title} message ${message}`;
      const allowed = [whole.result, "connection-lost"].map((each) => shownResult(each));
      if (!allowed.includes(shownResult(lost.result)))
        throw new Error(`${where}: expected ${allowed.join(" or ")}, but got ${shownResult(lost.result)}.`);
      // What cannot be looked at is known by its code.
      if (operation.leaves === undefined || lost.after.isLost === true) continue;
      if (shownResult(lost.result) === shownResult(whole.result))
        expectValue([where, lost.after]).toEqual([where, whole.after]);
      for (const [name, contents] of operation.leaves)
        if (!contents.includes(lost.after[name] as string | undefined))
          throw new Error(`${where}: '${name}' has ${JSON.stringify(lost.after[name])} afterwards.`);
    }
  }
}

type Connect = NonNullable<BackendFactory["connect"]>;

async function runOver(
  connect: Connect,
  { run, needs, leaves }: Operation,
  { cut, delayMs }: { readonly cut?: Cut; readonly delayMs?: number },
) {
  const cable = new TestCable({ cut, delayMs });
  const { backend, root, dispose } = await connect(TREE, cable);
  try {
    if (needs?.(backend) === false)
      return {
        isOmitted: true,
        isCut: false,
        count: 0,
        result: undefined,
        after: {} as Readonly<Record<string, unknown>>,
      };
    cable.arm(true);
    const result = await resultOf(run({ backend, root }));
    cable.arm(false);
    const names = leaves?.map(([name]) => name);
    const after: Readonly<Record<string, unknown>> =
      names === undefined ? {} : await filesOf({ backend, root }, names);
    return { isOmitted: false, isCut: cable.isCut, count: cable.count, result, after };
  } finally {
    await backend.dispose?.();
    await dispose?.();
  }
}

/** Returns what an operation returned, or the code of its error; any other error is thrown. */
async function resultOf(work: Promise<unknown>): Promise<unknown> {
  try {
    return await work;
  } catch (error) {
    if (ToolError.isInstance(error) && error.code === "connection-lost") return error.code;
    throw error;
  }
}

/** Returns the contents of files; a backend that does not connect again says so. */
async function filesOf(
  connected: Connected,
  names: readonly string[],
): Promise<Readonly<Record<string, unknown>>> {
  const found: Record<string, unknown> = {};
  const looked = await resultOf(
    inRoot(connected, async (root) => {
      found.names = (await listing(root)).length;
      for (const name of names)
        found[name] = (await root.stat(name)) === undefined ? undefined : await take(root, name);
    }),
  );
  return looked === "connection-lost" ? { isLost: true } : found;
}

async function inRoot<Result>(
  { backend, root }: Connected,
  work: (directory: Awaited<ReturnType<Backend["files"]["openDirectory"]>>) => Promise<Result>,
): Promise<Result> {
  const directory = await backend.files.openDirectory(root);
  try {
    return await work(directory);
  } finally {
    await directory.close();
  }
}

function shownResult(result: unknown): string {
  return JSON.stringify(result) ?? "nothing";
}
