import type { ToolResult } from "../../contract/index.js";
import type { RecordedResult } from "./recording.js";

/** The mark for the working directory of the run. */
const CWD_MARK = "<cwd>";

/** The mark for the name of a stored output, which differs in each run. */
const STORED_OUTPUT_MARK = "<stored output>";

/** Fields of an approval request that differ in each run. */
const PASSING_REQUEST_FIELDS = ["id", "digest", "sessionId"];

/** Replaces the working directory in a JSON value with a mark. */
export function withoutCwd<Value>(value: Value, cwd: string): Value {
  return replaceText(value, cwd, CWD_MARK);
}

/** Replaces the mark in a JSON value with a working directory. */
export function withCwd<Value>(value: Value, cwd: string): Value {
  return replaceText(value, CWD_MARK, cwd);
}

/** Returns the part of a result that is the same in each run. */
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

/** Replaces a text in every string of a value, as plain JSON; whole names only, so that `/work` does not match in `/workspace`. */
function replaceText<Value>(value: Value, from: string, to: string): Value {
  // Every absolute path starts with the root.
  const isRoot = FILE_SYSTEM_ROOT.test(from) || FILE_SYSTEM_ROOT.test(to);
  const pattern = new RegExp(`${from.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")}(?![\\w-])`, "g");
  const text = JSON.stringify(value, (_name, each) =>
    typeof each === "string" && !isRoot ? each.replace(pattern, () => to) : each,
  );
  return text === undefined ? value : JSON.parse(text);
}
