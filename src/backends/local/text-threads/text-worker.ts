// The thread that computes long edits: a separate entry point of the package, started by
// `local-text-threads.ts`.
import { parentPort } from "node:worker_threads";
import { applyEdit, applyPatchHunks, type EditRequest, packResult } from "../../../fuzzy/index.js";

/** A computation for the thread. */
export interface TextWorkerInput {
  readonly name: string;
  readonly input: unknown;
}

/** The answer of the thread; `failure` for a computation that threw. */
export type TextWorkerOutput = { readonly value: unknown } | { readonly failure: string };

const COMPUTATIONS: Readonly<Record<string, (input: unknown) => unknown>> = {
  "apply-edit": (input) => packResult(applyEdit(input as EditRequest)),
  "apply-patch-hunks": (input) => packResult(applyPatchHunks(input as Parameters<typeof applyPatchHunks>[0])),
};

function answer({ name, input }: TextWorkerInput): TextWorkerOutput {
  const compute = COMPUTATIONS[name];
  if (compute === undefined) return { failure: `there is no computation "${name}"` };
  try {
    return { value: compute(input) };
  } catch (error) {
    return { failure: String(error) };
  }
}

parentPort?.on("message", (message: TextWorkerInput) => parentPort?.postMessage(answer(message)));
