import type { FileStat } from "../../contract/index.js";
import { isTemporaryName } from "./entries/index.js";

/** The fields of a stat that show, without reading the content, whether a file was written to. */
export type ContentFacts = Pick<FileStat, "identity" | "size" | "modifiedAtMs">;

/** One action that a prepared step is about to take, in a form that another process can read and finish. */
export type StepIntent =
  /** A temporary file in the same folder replaces the file. */
  | {
      readonly type: "replace";
      readonly path: string;
      readonly temporary: string;
      /** Identity of the temporary file. */
      readonly made: string;
      readonly old: ContentFacts;
    }
  /** A temporary file, symlink or folder in the same folder gets the free name. */
  | { readonly type: "create"; readonly path: string; readonly temporary: string; readonly made: string }
  /** The file or folder gets a temporary name, under which it is removed. */
  | { readonly type: "remove"; readonly path: string; readonly aside: string; readonly old: ContentFacts }
  /** The file, symlink or folder at `from` gets another name, which is free or that of the file to replace. */
  | {
      readonly type: "move";
      readonly path: string;
      readonly from: string;
      readonly old: ContentFacts;
      readonly replaced?: ContentFacts;
    }
  /**
   * An entry that was set aside under a temporary name gets its name back, which is free. Its content may exist nowhere
   * else.
   */
  | { readonly type: "restore"; readonly path: string; readonly aside: string; readonly identity: string };

/** The steps of a change in the intent log. */
export interface ChangeIntents {
  /**
   * `forward`: the change is being made, and counts as begun once any of it is visible. `back`: the change has failed
   * and is being rolled back, which must be finished in any case.
   */
  readonly direction: "forward" | "back";
  readonly intents: readonly StepIntent[];
}

/** Returns the fields of a stat that show whether the file was written to. */
export function contentFacts({ identity, size, modifiedAtMs }: FileStat): ContentFacts {
  return { identity, size, modifiedAtMs };
}

/** Returns whether an entry is unchanged. A folder is, whatever happened to the names in it. */
export function hasFacts(now: FileStat | undefined, then: ContentFacts): boolean {
  if (now?.identity !== then.identity) return false;
  return now.type === "directory" || (now.size === then.size && now.modifiedAtMs === then.modifiedAtMs);
}

/** Returns the paths that intents concern, each once. */
export function intentPaths(intents: readonly StepIntent[]): readonly string[] {
  return [
    ...new Set(
      intents.flatMap((intent) => (intent.type === "move" ? [intent.path, intent.from] : [intent.path])),
    ),
  ];
}

/** Serialises intents. */
export function writeIntents({ direction, intents }: ChangeIntents): string {
  return JSON.stringify(direction === "back" ? { back: intents } : intents);
}

/** Parses intents that {@link writeIntents} serialised; `undefined` for anything else. */
export function readIntents(text: string): ChangeIntents | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  const direction = Array.isArray(value) ? "forward" : "back";
  const intents = direction === "forward" ? value : (value as { readonly back?: unknown } | null)?.back;
  return Array.isArray(intents) && intents.every(isIntent) ? { direction, intents } : undefined;
}

function isIntent(value: unknown): value is StepIntent {
  if (typeof value !== "object" || value === null) return false;
  const { type, path, from, temporary, aside, made, old, replaced, identity } = value as Record<
    string,
    unknown
  >;
  if (typeof path !== "string") return false;
  const isMade = isTemporary(temporary) && typeof made === "string";
  switch (type) {
    case "create":
      return isMade;
    case "replace":
      return isMade && areFacts(old);
    case "remove":
      return isTemporary(aside) && areFacts(old);
    case "restore":
      return isTemporary(aside) && typeof identity === "string";
    case "move":
      return typeof from === "string" && areFacts(old) && (replaced === undefined || areFacts(replaced));
    default:
      return false;
  }
}

function isTemporary(name: unknown): boolean {
  return typeof name === "string" && isTemporaryName(name);
}

function areFacts(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  const { identity, size, modifiedAtMs } = value as Record<string, unknown>;
  return typeof identity === "string" && typeof size === "number" && typeof modifiedAtMs === "number";
}
