import type { CallOutputs, OutputWriter, StoredOutput, ToolSession } from "../contract/index.js";
import { redactOutputs } from "./redaction.js";
import type { RuntimeServices } from "./runtime-services.js";

const NO_STORE: StoredOutput = { kept: false, reason: "this runtime has no place to keep outputs" };

const FORGETFUL: OutputWriter = {
  append() {},
  finish: () => Promise.resolve(NO_STORE),
  discard: () => Promise.resolve(),
};

/** The store as calls of a session see it, with redaction; without one nothing is kept, and that is said. */
export function outputsFor(
  { id: sessionId }: ToolSession,
  { backend, redact }: Pick<RuntimeServices, "backend" | "redact">,
): CallOutputs {
  const outputs = { open: () => backend?.outputs?.open({ sessionId }) ?? FORGETFUL };
  return redact === undefined ? outputs : redactOutputs(outputs, redact);
}
