import { describe, expect, it } from "vitest";
import { toSandboxSession } from "../../../../src/adapters/remote/index.js";
import type { SandboxLibrary } from "../../../../src/adapters/remote/sessions/index.js";
import { ignoreRejection } from "../../../../src/contract/index.js";
import { memoryBackend } from "../../../../src/index.js";
import { ENDLESS } from "../../../endless-values.js";
import { RETURNED } from "../../../runtime/hostile-values.js";

/** A message of the engine instead of one of this library. */
const RAW = /is not iterable|is not a function|Cannot (?:read|destructure|convert)|call stack/;

type Session = Readonly<Record<string, (...given: readonly unknown[]) => Promise<unknown>>>;

function sessionFor(library: SandboxLibrary): Session {
  const backend = memoryBackend({ files: { "/w/a.txt": "one\n" } });
  return toSandboxSession(backend, { library, cwd: "/w" }) as unknown as Session;
}

/** Returns a value whose promise is not reported as unhandled. */
function ignored(value: unknown): unknown {
  ignoreRejection(value);
  return value;
}

/** Returns what a call rejects with. A function that throws instead fails the test. */
async function rejection(call: () => Promise<unknown>, title: string): Promise<string> {
  const called = call();
  expect(called, title).toBeInstanceOf(Promise);
  const thrown = await called.then(
    () => undefined,
    (error: unknown) => error,
  );
  expect(thrown, title).toBeInstanceOf(Error);
  return (thrown as Error).message;
}

const NOT_TEXT: readonly (readonly [string, () => unknown])[] = [
  ...Object.entries(RETURNED).filter(([title]) => !/a string|a text/.test(title)),
  ...ENDLESS,
];

/** Values of which none is missing or null, which some arguments may be. */
const PRESENT = NOT_TEXT.filter(([title]) => title !== "undefined" && title !== "null");

describe("a session for the AI SDK", () => {
  const GIVEN: Readonly<Record<string, object>> = {
    readFile: { path: "a.txt" },
    readBinaryFile: { path: "a.txt" },
    readTextFile: { path: "a.txt" },
    writeFile: { path: "b.txt", content: new Blob(["b"]).stream() },
    writeBinaryFile: { path: "b.txt", content: new Uint8Array(1) },
    stat: { path: "a.txt" },
    listDirectory: { path: "." },
    deleteFile: { path: "c.txt" },
    run: { command: "true" },
    spawn: { command: "true" },
  };

  it.each(NOT_TEXT)(
    "rejects options, paths and contents that are %s with a clear message",
    async (_title, make) => {
      const session = sessionFor("ai-sdk");
      for (const [name, options] of Object.entries(GIVEN)) {
        // Options that cannot be read are rejected with what they throw.
        await rejection(async () => session[name]?.(ignored(make())), name);
        for (const field of Object.keys(options)) {
          const given = { ...options, [field]: ignored(make()) };
          expect(await rejection(async () => session[name]?.(given), name)).not.toMatch(RAW);
        }
      }
    },
  );

  it("rejects commands, encodings, variables and signals of another kind by name", async () => {
    const { run, readTextFile } = sessionFor("ai-sdk");
    const messages = [
      await rejection(async () => run?.({ command: 5 }), "run"),
      await rejection(async () => run?.({ command: "true", env: { A: 5 } }), "run"),
      await rejection(async () => run?.({ command: "true", abortSignal: {} }), "run"),
      await rejection(async () => readTextFile?.({ path: "a.txt", encoding: 5 }), "readTextFile"),
    ];
    expect(messages).toEqual([
      "run of a session expects command to be a string, but got a number (5).",
      "run of a session expects env to be an object of strings, but got an object.",
      "run of a session expects abortSignal to be an AbortSignal, but got an object.",
      "readTextFile of a session expects encoding to be a string, but got a number (5).",
    ]);
  });
});

describe("a sandbox for deepagents", () => {
  const GIVEN: Readonly<Record<string, readonly unknown[]>> = {
    ls: ["."],
    read: ["a.txt", 0, 1],
    readRaw: ["a.txt"],
    write: ["b.txt", "b"],
    edit: ["a.txt", "one", "two", true],
    grep: ["one", ".", "*.txt", 5],
    glob: ["*.txt", "."],
    delete: ["c.txt"],
    execute: ["true"],
  };

  it.each(PRESENT)("answers an argument that is %s with a clear message", async (title, make) => {
    const session = sessionFor("deepagents");
    for (const [name, given] of Object.entries(GIVEN))
      for (const [index, value] of given.entries()) {
        if (typeof value === "number" && title === "a number") continue;
        const answer = (await session[name]?.(...given.with(index, ignored(make())))) as Record<
          string,
          unknown
        >;
        const message = name === "execute" ? answer.output : answer.error;
        expect(message, `${name} ${index}`).toMatch(
          new RegExp(`^${name} of a session expects \\w+ to be a `),
        );
      }
  });

  it.each(NOT_TEXT)("rejects transfers of %s and writes nothing", async (title, make) => {
    const { uploadFiles, downloadFiles, ls } = sessionFor("deepagents");
    const good = ["b.txt", new Uint8Array(1)];
    const lists: readonly (() => unknown)[] = [
      ...(title === "a list" ? [] : [() => ignored(make())]),
      () => [good, ignored(make())],
      () => [good, ["c.txt", ignored(make())]],
      () => [good, [ignored(make()), new Uint8Array(1)]],
    ];
    for (const given of lists) {
      const message = await rejection(async () => uploadFiles?.(given()), "uploadFiles");
      if (!/throw|proxy that has been revoked/.test(message))
        expect(message).toMatch(/^uploadFiles of a session expects/);
    }
    for (const given of lists.slice(0, -2)) {
      const message = await rejection(async () => downloadFiles?.(given()), "downloadFiles");
      expect(message).toMatch(/^downloadFiles of a session expects/);
    }
    expect(await ls?.(".")).toMatchObject({ files: [{ path: "/w/a.txt" }] });
  });

  it("names the item of a transfer that is invalid", async () => {
    const { uploadFiles, downloadFiles } = sessionFor("deepagents");
    await expect(uploadFiles?.(5)).rejects.toThrow(
      "uploadFiles of a session expects its argument to be a list of pairs of a path and its content as a Uint8Array, but got a number (5).",
    );
    await expect(downloadFiles?.(["a.txt", 5])).rejects.toThrow(
      "downloadFiles of a session expects its argument to be a list of paths, but item 1 is a number (5).",
    );
  });
});

describe("a file system for just-bash", () => {
  const OPTIONAL = 1;
  const GIVEN: Readonly<Record<string, readonly [given: readonly unknown[], optional?: number]>> = {
    readFile: [["a.txt", "utf8"], OPTIONAL],
    readFileBuffer: [["a.txt"]],
    writeFile: [["b.txt", "b", "utf8"], OPTIONAL],
    appendFile: [["b.txt", "b", "utf8"], OPTIONAL],
    exists: [["a.txt"]],
    stat: [["a.txt"]],
    lstat: [["a.txt"]],
    mkdir: [["d", {}], OPTIONAL],
    readdir: [["."]],
    readdirWithFileTypes: [["."]],
    rm: [["c.txt", {}], OPTIONAL],
    cp: [["a.txt", "c.txt", {}], OPTIONAL],
    mv: [["a.txt", "c.txt"]],
    chmod: [["a.txt", 0o600]],
    symlink: [["a.txt", "l"]],
    link: [["a.txt", "l"]],
    readlink: [["l"]],
    realpath: [["a.txt"]],
    utimes: [["a.txt"]],
  };

  it.each(NOT_TEXT)("rejects an argument that is %s with a clear message", async (title, make) => {
    const session = sessionFor("just-bash");
    for (const [name, [given, optionalCount = 0]] of Object.entries(GIVEN))
      for (const [index, value] of given.entries()) {
        if (index >= given.length - optionalCount || (typeof value === "number" && title === "a number"))
          continue;
        const parameters = given.with(index, ignored(make()));
        expect(await rejection(() => session[name]?.(...parameters) as Promise<unknown>, name)).toMatch(
          new RegExp(`^${name} of a session expects \\w+ to be `),
        );
      }
  });

  it.each(NOT_TEXT)("ends each call with options that are %s", async (_title, make) => {
    for (const [name, [given, optionalCount]] of Object.entries(GIVEN)) {
      if (optionalCount === undefined) continue;
      const called = sessionFor("just-bash")[name]?.(...given.with(-1, ignored(make())));
      expect(called, name).toBeInstanceOf(Promise);
      const message = await (called as Promise<unknown>).then(
        () => "",
        (error: Error) => error.message,
      );
      expect(message, name).not.toMatch(RAW);
    }
  });

  it("rejects an unknown encoding before it changes a file", async () => {
    const session = sessionFor("just-bash");
    await expect(session.appendFile?.("a.txt", "x", { encoding: "ucs2" })).rejects.toThrow(
      'appendFile of a session expects encoding to be one of utf8, utf-8, ascii, binary, base64, hex, latin1, but got the string "ucs2".',
    );
    expect(await session.readFile?.("a.txt")).toBe("one\n");
  });

  it.each(["/w/x", "/w", "x/y"])("refuses to copy a folder into itself as %s", async (target) => {
    const session = sessionFor("just-bash");
    await expect(session.cp?.("/w", target, { recursive: true })).rejects.toMatchObject({ code: "EINVAL" });
    await session.mkdir?.("/w-beside");
    await session.cp?.("/w", "/w-beside/w", { recursive: true });
    expect(await session.readFile?.("/w-beside/w/a.txt")).toBe("one\n");
  });
});
