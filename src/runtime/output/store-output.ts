import {
  type CallOutputs,
  type ContentPart,
  describeThrown,
  ignoreRejection,
  type StoredOutput,
} from "../../contract/index.js";
import { boundaryBefore } from "../../text/index.js";
import { contentText } from "../../truncation/index.js";
import { createYield } from "../../values/index.js";
import { atOnce } from "../host/at-once.js";

/** Characters that are encoded at once, so that other work can run while a large output is stored. */
const PIECE_CHARACTERS = 1024 ** 2;

/** Stores the whole text of a result's parts, each part on separate lines. Never rejects. */
export async function storeOutput(
  parts: readonly ContentPart[],
  outputs: CallOutputs,
): Promise<StoredOutput> {
  try {
    const text = contentText(parts);
    const writer = atOnce(outputs.open());
    const encoder = new TextEncoder();
    const pause = createYield();
    for (let start = 0; start < text.length; ) {
      const end = boundaryBefore(text, start + PIECE_CHARACTERS);
      ignoreRejection(writer.append(encoder.encode(text.slice(start, end))));
      start = end;
      await pause();
    }
    return checkedAnswer(await writer.finish());
  } catch (error) {
    return { kept: false, reason: describeThrown(error) };
  }
}

/** Checks the answer of a store: it is shown to the model, and its path may be read. */
export function checkedAnswer(answer: unknown): StoredOutput {
  ignoreRejection(answer);
  const { kept, path, bytes, omittedBytes = 0, reason } = answer as Readonly<Record<string, unknown>>;
  if (kept === true && typeof path === "string" && path !== "") {
    return { kept, path, bytes: Number(bytes) || 0, omittedBytes: Number(omittedBytes) || 0 };
  }
  return {
    kept: false,
    reason: typeof reason === "string" ? reason : "the output store returned an invalid answer",
  };
}
