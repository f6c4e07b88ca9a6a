import type { FileStat } from "../../contract/index.js";
import { isTemporaryName } from "./temporary-name.js";

/** What tells, without a look at its content, that a file was not written to. */
export type ContentFacts = Pick<FileStat, "identity" | "size" | "modifiedAtMs">;

/** What a prepared step is about to do, in a form that another process can read and finish. */
export type StepIntent =
  /** A temporary file beside the path takes the place of the file there. */
  | {
      readonly type: "replace";
      readonly path: string;
      readonly temporary: string;
      /** Identity of the temporary file. */
      readonly made: string;
      readonly old: ContentFacts;
    }
  /** A temporary file or folder beside the path takes the name, which is free. */
  | { readonly type: "create"; readonly path: string; readonly temporary: string; readonly made: string }
  /** The file gets a temporary name, under which it is removed. */
  | { readonly type: "remove"; readonly path: string; readonly aside: string; readonly old: ContentFacts };

/** Keeps the facts of a file that tell whether it was written to. */
export function contentFacts({ identity, size, modifiedAtMs }: FileStat): ContentFacts {
  return { identity, size, modifiedAtMs };
}

/** Writes intents down. */
export function writeIntents(intents: readonly StepIntent[]): string {
  return JSON.stringify(intents);
}

/** Reads intents that {@link writeIntents} wrote down; `undefined` for anything else. */
export function readIntents(text: string): readonly StepIntent[] | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  return Array.isArray(value) && value.every(isIntent) ? value : undefined;
}

function isIntent(value: unknown): value is StepIntent {
  if (typeof value !== "object" || value === null) return false;
  const { type, path, temporary, aside, made, old } = value as Record<string, unknown>;
  const isMade = isTemporary(temporary) && typeof made === "string";
  if (typeof path !== "string") return false;
  if (type === "create") return isMade;
  if (type === "replace") return isMade && areFacts(old);
  return type === "remove" && isTemporary(aside) && areFacts(old);
}

function isTemporary(name: unknown): boolean {
  return typeof name === "string" && isTemporaryName(name);
}

function areFacts(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  const { identity, size, modifiedAtMs } = value as Record<string, unknown>;
  return typeof identity === "string" && typeof size === "number" && typeof modifiedAtMs === "number";
}
