import type { FileLocation } from "../../contract/index.js";
import type { CallFiles } from "../call-files.js";
import { type FileImage, Relocation } from "../changes/index.js";
import { type MovedMark, movedStep } from "../journal/index.js";
import { KnownContent } from "../staleness/index.js";
import type { OpenedEntry } from "./opened-entry.js";
import { planCreation, planReplacement } from "./plan-content.js";
import { planRemoval } from "./plan-removal.js";
import type { PlannedChange } from "./planned-change.js";

/** A move whose source and destination are held open. */
export interface OpenedMove {
  readonly from: OpenedEntry;
  readonly to: Pick<FileLocation, "path">;
  /** The file that has the new name and will be replaced. */
  readonly overwritten?: OpenedEntry | undefined;
  /** The new name differs only in letter case, on a volume that ignores case. */
  readonly changesCaseOnly?: boolean;
}

/** Plans a new name for a file, symlink or folder. */
export function planMove(call: CallFiles, move: OpenedMove): PlannedChange {
  const { from, to, overwritten, changesCaseOnly = false } = move;
  const movedFrom = from.named.path;
  const relocation = new Relocation(call.changeServices, {
    from: from.named,
    expected: from.stat,
    to: to.path,
    changesCaseOnly,
    replaced: overwritten?.content,
  });
  return {
    change: { type: "move", path: to.path, movedFrom },
    steps: [relocation],
    async done() {
      moveKnowledge(call, from, to.path);
      const after = await markOf(call, from, to.path);
      if (after === undefined || (overwritten !== undefined && overwritten.image === undefined))
        return [undefined];
      const { madeFolders } = relocation;
      const image = overwritten?.image;
      return [
        movedStep({
          path: to.path,
          movedFrom,
          after,
          madeFolders,
          overwritten: image,
        }),
      ];
    },
  };
}

/**
 * Plans a move of a file that also gets new content.
 *
 * @param next.isStale - whether the content has changes that the session has not read, so that its knowledge stays as it is
 */
export function planChangedMove(
  call: CallFiles,
  move: OpenedMove,
  { content, isStale }: { readonly content: Uint8Array; readonly isStale: boolean },
): PlannedChange {
  const { from, to, overwritten } = move;
  const movedFrom = from.named.path;
  const { mode, owner } = from.stat;
  const image: Omit<FileImage, "type"> = {
    bytes: content,
    mode,
    owner,
  };
  const arrival =
    overwritten?.content === undefined
      ? planCreation(call, to.path, image)
      : planReplacement(call, { named: overwritten.named, old: overwritten.content }, content, "all");
  const departure = planRemoval(call, from);
  return {
    change: { type: "move", path: to.path, movedFrom },
    steps: [...arrival.steps, ...departure.steps],
    async done() {
      const wasKnown = call.tracker.knows(movedFrom);
      const arrived = await arrival.done();
      if (isStale) call.tracker.move(movedFrom, to.path);
      const steps = [...arrived, ...(await departure.done())];
      if (!wasKnown) call.tracker.forget(to.path);
      if (from.stat.links > 1) call.scope.onLinkBroken?.(to.path, from.stat.links - 1);
      return steps;
    },
  };
}

/** Transfers the session's knowledge of a moved entry to its new path. */
export function moveKnowledge(call: CallFiles, { named, stat }: OpenedEntry, to: string): void {
  const { tracker, services } = call;
  if (stat.type === "directory") {
    const from = named.path;
    for (const path of tracker.knownBelow(from, services.backend.files.path.sep)) {
      tracker.move(path, to + path.slice(from.length));
    }
  } else {
    tracker.move(named.path, to);
  }
}

async function markOf(call: CallFiles, from: OpenedEntry, to: string): Promise<MovedMark | undefined> {
  const { image, stat } = from;
  if (image?.type === "file") return { type: "content", content: new KnownContent(image.bytes) };
  if (image?.type === "symlink") return { type: "symlink", target: image.target };
  // Across volumes, it is another object now. The move is done: if the lookup fails, the old knowledge stays.
  const now = await call.services.backend.files.resolve(to).then(
    (found) => found.stat,
    () => undefined,
  );
  if (now === undefined) return undefined;
  if (stat.type === "directory") return { type: "folder", identity: now.identity };
  return stat.type === "file" ? { type: "facts", stat: now } : undefined;
}
