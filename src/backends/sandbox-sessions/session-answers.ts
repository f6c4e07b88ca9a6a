import { anything, type Check, checkedValue, flag, optional, record, text } from "../checked/index.js";

const number: Check = (value) => {
  if (typeof value === "number" && Number.isFinite(value)) return value;
  throw "it must be a number";
};

const textOrBytes: Check = (value) => {
  if (typeof value === "string" || (ArrayBuffer.isView(value) && value instanceof Uint8Array)) return value;
  throw "it must be a string or a Uint8Array";
};

const OUTPUT = record({ stdout: textOrBytes, stderr: textOrBytes, exitCode: number, stdoutKind: anything });

const TEXT_OUTPUT = record({ stdout: text, stderr: text, exitCode: number });

const EXECUTED = record({
  output: text,
  exitCode: (value) => (value === null ? null : number(value, "")),
  truncated: optional(flag),
});

const EXIT = record({ exitCode: number });

/** Checks the output of a finished command. Throws an error that names the function of the session. */
export function commandOutput<Output>(output: Output, label: string): Output {
  return checkedValue(output, label, OUTPUT) as Output;
}

/** Checks the output of a finished command, which is text. */
export function textOutput<Output>(output: Output, label: string): Output {
  return checkedValue(output, label, TEXT_OUTPUT) as Output;
}

/** Checks the answer of a sandbox of deepagents. */
export function executedOutput<Output>(output: Output, label: string): Output {
  return checkedValue(output, label, EXECUTED) as Output;
}

/** Checks the end of a running command. */
export function commandExit<Exit>(exit: Exit, label: string): Exit {
  return checkedValue(exit, label, EXIT) as Exit;
}
