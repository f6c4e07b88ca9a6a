import { ToolError } from "../../contract/index.js";

/** Reasons for the end of a program that is not its own doing. */
export type ProgramErrorCode = "program-failed" | "program-limit" | "program-diverged" | "program-stuck";

/** Returns the error of a program, worded for the model. */
export function programError(message: string, code: ProgramErrorCode): ToolError {
  return new ToolError(message, { code });
}
