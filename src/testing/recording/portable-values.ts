import type { ToolResult } from "../../contract/index.js";
import type { RecordedResult } from "./recording.js";

/** Stands for the working directory of the run. */
const CWD_MARK = "<cwd>";

/** Stands for the name of a stored output, which is another each time. */
const STORED_OUTPUT_MARK = "<stored output>";

/** What is another each time, in an approval request. */
const PASSING_REQUEST_FIELDS = ["id", "digest", "sessionId"];

/** A JSON value with a mark in place of the working directory. */
export function withoutCwd<Value>(value: Value, cwd: string): Value {
  return replaceText(value, cwd, CWD_MARK);
}

/** The value as it is for a run in this working directory. */
export function withCwd<Value>(value: Value, cwd: string): Value {
  return replaceText(value, CWD_MARK, cwd);
}

/** What of a result is the same each time it comes about. */
export function recordedResult(result: ToolResult, cwd: string): RecordedResult {
  const { timing: _timing, ...lasting } = result;
  const savedTo = result.truncation?.savedTo;
  const named = savedTo === undefined ? lasting : replaceText(lasting, savedTo, STORED_OUTPUT_MARK);
  const approval =
    "approval" in named && named.approval !== undefined
      ? Object.fromEntries(
          Object.entries(named.approval).filter(([field]) => !PASSING_REQUEST_FIELDS.includes(field)),
        )
      : undefined;
  return withoutCwd({ ...named, ...(approval !== undefined && { approval }) }, cwd) as RecordedResult;
}

const FILE_SYSTEM_ROOT = /^(?:[A-Za-z]:)?[\\/]?$/;

/** Replaces in every text of a value, as plain JSON; only whole names, so that `/work` is not found in `/workspace`. */
function replaceText<Value>(value: Value, from: string, to: string): Value {
  // Every path starts with the root.
  const isRoot = FILE_SYSTEM_ROOT.test(from) || FILE_SYSTEM_ROOT.test(to);
  const pattern = new RegExp(`${from.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")}(?![\\w-])`, "g");
  const text = JSON.stringify(value, (_name, each) =>
    typeof each === "string" && !isRoot ? each.replace(pattern, () => to) : each,
  );
  return text === undefined ? value : JSON.parse(text);
}
