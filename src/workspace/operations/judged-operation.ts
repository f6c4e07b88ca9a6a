import { type FileLocation, type FileOperation, ToolError } from "../../contract/index.js";
import type { CallFiles } from "../call-files.js";
import { alreadyExists, requireAccess, requireFile } from "../paths/index.js";
import type { PresentLocation } from "../plans/index.js";
import { locateMove, type MoveEnds, requireReplaceable } from "./move-rules.js";

type Operation<Type extends FileOperation["type"]> = FileOperation & { readonly type: Type };

/** An operation of a group whose paths were judged and allow the operation. */
export type JudgedOperation =
  | { readonly type: "create"; readonly operation: Operation<"create">; readonly location: FileLocation }
  | { readonly type: "update"; readonly operation: Operation<"update">; readonly location: FileLocation }
  | { readonly type: "delete"; readonly operation: Operation<"delete">; readonly location: PresentLocation }
  | { readonly type: "move"; readonly operation: Operation<"move">; readonly ends: MoveEnds };

/** Judges the paths of an operation; throws unless it is allowed and possible. */
export async function judgeOperation(call: CallFiles, operation: FileOperation): Promise<JudgedOperation> {
  switch (operation.type) {
    case "create": {
      const location = await call.locateFor(operation.path, "write");
      if (location.stat !== undefined) {
        throw alreadyExists(location.path, "Nothing was changed. Update the file instead of creating it.");
      }
      return { type: "create", operation, location };
    }
    case "update":
      return {
        type: "update",
        operation,
        location: await call.locateFor(operation.path, "read", "write"),
      };
    case "delete": {
      const location = await call.locateForRemoval(operation.path);
      requireNoFolder(location);
      return { type: "delete", operation, location };
    }
    case "move": {
      const ends = await locateMove(call, operation.path, operation.destination);
      requireNoFolder(ends.from);
      requireReplaceable(ends, operation);
      if (operation.update !== undefined) {
        requireAccess(ends.from, "read", call.scope.approvedPaths);
        requireFile(ends.from);
      }
      return { type: "move", operation, ends };
    }
  }
}

function requireNoFolder({ path, stat }: PresentLocation): void {
  if (stat.type !== "directory") return;
  throw new ToolError(
    `'${path}' is a folder, but a group of operations accepts files only. Nothing was changed. Remove or move the folder in a separate call.`,
    { code: "not-a-file", absolutePath: path },
  );
}
