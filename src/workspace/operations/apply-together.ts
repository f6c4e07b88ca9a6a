import {
  type AppliedOperation,
  type FileLocation,
  type FileOperation,
  ToolError,
} from "../../contract/index.js";
import { foldLetterCase } from "../../values/index.js";
import type { CallFiles } from "../call-files.js";
import { carryOutPlans } from "../plans/index.js";
import { type JudgedOperation, judgeOperation } from "./judged-operation.js";
import { type OpenedOperation, openOperation, type PreparedOperation } from "./opened-operation.js";

/** Carries out several operations as one, under the locks of all their files; see `FileChanges.applyTogether`. */
export async function applyTogether(
  call: CallFiles,
  operations: readonly FileOperation[],
): Promise<readonly AppliedOperation[]> {
  if (operations.length === 0) {
    throw new ToolError("The list of operations is empty. Pass at least one operation.", {
      code: "no-change",
    });
  }
  return call.lockedWhere(
    async () => {
      const judged: JudgedOperation[] = [];
      for (const operation of operations) judged.push(await judgeOperation(call, operation));
      requireApart(call, judged);
      return judged;
    },
    (judged) => judged.flatMap(locationsOf),
    async (judged, held) => {
      const opened: OpenedOperation[] = [];
      try {
        // Everything is read before the first update runs, so that all updates see the same state.
        for (const operation of judged) opened.push(await openOperation(held, operation));
        const prepared: PreparedOperation[] = [];
        for (const operation of opened) prepared.push(await operation.prepare());
        await carryOutPlans(
          held,
          prepared.flatMap(({ plan }) => plan ?? []),
        );
        return prepared.map(({ applied }) => applied);
      } finally {
        for (const operation of opened) await operation.close();
      }
    },
  );
}

function locationsOf(judged: JudgedOperation): readonly FileLocation[] {
  return judged.type === "move" ? [judged.ends.from, judged.ends.to] : [judged.location];
}

/**
 * Throws when a file is in two operations, by any of its names, or is a file in one operation and a folder in another.
 */
function requireApart(call: CallFiles, operations: readonly JudgedOperation[]): void {
  const { caseSensitive, path: paths } = call.services.backend.files;
  const seen = new Map<string, FileLocation>();
  for (const operation of operations) {
    const own = locationsOf(operation);
    for (const location of own) {
      const { path, stat } = location;
      const keys = [caseSensitive ? path : foldLetterCase(path)];
      if (stat !== undefined && stat.links > 1) keys.push(stat.identity);
      for (const key of keys) {
        const other = seen.get(key);
        if (other !== undefined && !own.includes(other)) throw namedTwice(location, other);
        seen.set(key, location);
      }
    }
  }
  const all = [...seen.keys()];
  for (const [key, location] of seen) {
    const below = all.find((other) => other.startsWith(key + paths.sep));
    if (below === undefined) continue;
    throw new ToolError(
      `'${location.path}' is a file in one operation and a folder in another (for '${seen.get(below)?.path}'). Nothing was changed. Split the operations into two calls.`,
      { code: "invalid-input", absolutePath: location.path },
    );
  }
}

function namedTwice({ path, requested }: FileLocation, other: FileLocation): ToolError {
  const names =
    requested === other.requested
      ? `'${requested}'`
      : `'${other.requested}' and '${requested}', which are names of the same file,`;
  return new ToolError(
    `${names} occurs in two operations of the group. Nothing was changed. Put all changes of one file into one operation.`,
    { code: "invalid-input", absolutePath: path },
  );
}
