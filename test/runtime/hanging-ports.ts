import { memoryBackend } from "../../src/backends/memory/index.js";
import type { Backend } from "../../src/index.js";

/** Sources of the modules and programs that the ports of these tests do not load. */
export const FILES = { "/workspace/tools/a.mjs": "export default {};", "/workspace/a.txt": "a" };

/** A program that the ports of these tests do not run. */
export const PROGRAM = { "/workspace/toolbox/b": { content: "#!/bin/sh\n", mode: 0o755 } };

/** Listens to the signal of a request, misbehaves when it is aborted, and never answers. */
export function hanging(misbehave: () => unknown, asked: () => void = () => {}) {
  return ({ signal }: { readonly signal?: AbortSignal | undefined }) => {
    signal?.addEventListener("abort", misbehave as () => void);
    asked();
    return new Promise<never>(() => {});
  };
}

/** Returns a backend of the host with some ports of its own. */
export function backendWith(ports: object, files: object = FILES): Backend {
  return { ...memoryBackend({ files: files as never }), ...ports } as Backend;
}

/** Abort listeners that fail. */
export const MISBEHAVING: readonly [string, () => unknown][] = [
  [
    "throws",
    () => {
      throw new Error("a listener throws");
    },
  ],
  ["rejects", () => Promise.reject(new Error("a listener rejects"))],
];
