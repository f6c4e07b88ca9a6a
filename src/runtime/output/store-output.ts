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

/** Characters that are encoded in one go, so that other work gets its turn while a huge output is kept. */
const PIECE_CHARACTERS = 1024 ** 2;

/** Keeps the whole text of a result's parts, each part on lines of its own. Never rejects. */
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

/** What a store answers is shown to the model, and its path may be read: nothing but the real thing counts. */
function checkedAnswer(answer: unknown): StoredOutput {
  ignoreRejection(answer);
  const { kept, path, bytes, omittedBytes = 0, reason } = answer as Readonly<Record<string, unknown>>;
  if (kept === true && typeof path === "string" && path !== "") {
    return { kept, path, bytes: Number(bytes) || 0, omittedBytes: Number(omittedBytes) || 0 };
  }
  return {
    kept: false,
    reason: typeof reason === "string" ? reason : "the output store gave no answer that can be used",
  };
}
