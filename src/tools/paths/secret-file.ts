import { ToolError } from "../../contract/index.js";

/** Returns the refusal of the Amp specification, word for word, for every kind of secret file. */
export function secretFileError(path: string): ToolError {
  return new ToolError("Refusing to read env file. Reading secrets is not permitted.", {
    code: "reading-secret-file",
    absolutePath: path,
  });
}
