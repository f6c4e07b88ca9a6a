import {
  describeThrown,
  ignoreRejection,
  type OutputStore,
  type OutputWriter,
  type StoredOutput,
} from "../../contract/index.js";
import { atOnce } from "../host/at-once.js";
import { checkedAnswer } from "./store-output.js";

/**
 * Opens an output whose store cannot fail its call: an output that was not stored completely costs its path only.
 * Without this, the result of a command would be lost together with the copy of its output.
 */
export function steadyWriter(store: OutputStore, sessionId: string): OutputWriter {
  let failure: StoredOutput | undefined;
  const fail = (thrown: unknown): StoredOutput => {
    ignoreRejection(thrown);
    failure ??= { kept: false, reason: `the output store failed: ${describeThrown(thrown)}` };
    return failure;
  };
  let writer: OutputWriter | undefined;
  try {
    writer = atOnce(store.open({ sessionId }));
  } catch (thrown) {
    fail(thrown);
  }
  return {
    append(bytes) {
      if (failure !== undefined) return;
      try {
        ignoreRejection(writer?.append(bytes));
      } catch (thrown) {
        fail(thrown);
      }
    },
    async finish() {
      if (failure !== undefined || writer === undefined) return fail("it opened no output");
      try {
        return checkedAnswer(await writer.finish());
      } catch (thrown) {
        return fail(thrown);
      }
    },
    async discard() {
      try {
        await writer?.discard();
      } catch (thrown) {
        fail(thrown);
      }
    },
  };
}
