import { ToolError } from "../../contract/index.js";

/** The refusal of seed 000, word for word, for every kind of secret file. */
export function secretFileError(path: string): ToolError {
  return new ToolError("Refusing to read env file. Reading secrets is not permitted.", {
    code: "reading-secret-file",
    absolutePath: path,
  });
}
