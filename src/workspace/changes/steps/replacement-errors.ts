import { ToolError } from "../../../contract/index.js";

/** Returns the error for a change that would affect names on which the call was not judged. */
export function reachesFurther(path: string, names: number): ToolError {
  return new ToolError(
    `'${path}' is one of ${names} names of the same file (hard links), and a change would also affect the names in other folders. The link cannot be broken either: the folder does not accept new files, or the owner cannot be kept. Nothing was changed. Copy the file to another name and change the copy.`,
    { code: "access-denied", absolutePath: path },
  );
}

/** Returns the error for a roll-back of a file whose old content was not kept. */
export function tooLargeToTakeBack(path: string): ToolError {
  return new ToolError(`'${path}' was too large to keep its old content.`, {
    code: "file-too-large",
    absolutePath: path,
  });
}
