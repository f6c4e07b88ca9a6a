import { describe, expect, it } from "vitest";
import { toSandboxSession } from "../../../../src/adapters/remote/index.js";
import { ignoreRejection } from "../../../../src/contract/index.js";
import { memoryBackend } from "../../../../src/index.js";
import { RETURNED } from "../../../runtime/hostile-values.js";

/** A message of the engine instead of one of this library. */
const RAW = /is not iterable|is not a function|Cannot (?:read|destructure|convert)/;

const GIVEN: Readonly<Record<string, object>> = {
  readFile: { path: "a.txt" },
  readBinaryFile: { path: "a.txt" },
  readTextFile: { path: "a.txt" },
  writeFile: { path: "b.txt", content: new Blob(["b"]).stream() },
  writeBinaryFile: { path: "b.txt", content: new Uint8Array(1) },
  stat: { path: "a.txt" },
  listDirectory: { path: "." },
  deleteFile: { path: "c.txt" },
};

/** Returns a value whose promise is not reported as unhandled. */
function ignored(value: unknown): unknown {
  ignoreRejection(value);
  return value;
}

const NOT_TEXT = Object.entries(RETURNED).filter(([title]) => !/a string|a text/.test(title));

describe("a session for the AI SDK", () => {
  it.each(NOT_TEXT)(
    "rejects options, paths and contents that are %s with a clear message",
    async (_title, make) => {
      const backend = memoryBackend({ files: { "/w/a.txt": "one\n" } });
      const session = toSandboxSession(backend, { library: "ai-sdk", cwd: "/w" }) as unknown as Readonly<
        Record<string, (options: unknown) => Promise<unknown>>
      >;
      for (const [name, options] of Object.entries(GIVEN)) {
        const use = async (given: unknown): Promise<string> => {
          const thrown = await session[name]?.(given).then(
            () => undefined,
            (error: unknown) => error,
          );
          expect(thrown, name).toBeInstanceOf(Error);
          return (thrown as Error).message;
        };
        // Options that cannot be read are rejected with what they throw.
        await use(ignored(make()));
        for (const field of Object.keys(options)) {
          expect(await use({ ...options, [field]: ignored(make()) }), name).not.toMatch(RAW);
        }
      }
    },
  );
});
