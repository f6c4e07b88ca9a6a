import { ToolError } from "../../contract/index.js";

/** Returns the refusal to change a file whose content must not be read: the change would be made blindly. */
export function secretChangeError(path: string): ToolError {
  return new ToolError(
    `Refusing to change the secret file '${path}': its content must not be read, so no tool edits or replaces it. Ask the user to change it.`,
    { code: "reading-secret-file", absolutePath: path },
  );
}
