import { type ThreadEntry, ToolError } from "../../contract/index.js";
import { boundaryBefore, ellipsized } from "../../text/index.js";

/** Largest entry, in UTF-16 code units; a longer text becomes several. */
export const MAX_ENTRY_CHARACTERS = 1_048_576;

/** Longest title, in UTF-16 code units. */
const MAX_TITLE_CHARACTERS = 120;

const MAX_ID_CHARACTERS = 200;

/**
 * No control characters and no unpaired surrogates; anything else is permitted, even `../`: an id is never a
 * path.
 */
const ID = /^[^\p{Cc}\p{Cs}]+$/u;

const ROLES: readonly unknown[] = ["user", "assistant", "tool"];

function isRole(role: unknown): role is ThreadEntry["role"] {
  return ROLES.includes(role);
}

/** Returns a valid id unchanged. Throws a `ToolError` `invalid-input` for an invalid one. */
export function checkThreadId(id: string): string {
  if (typeof id === "string" && id.length <= MAX_ID_CHARACTERS && ID.test(id)) return id;
  throw new ToolError(
    `A thread id must be a string of 1 to ${MAX_ID_CHARACTERS} characters without control characters, not ${JSON.stringify(id)?.slice(0, 60)}.`,
    { code: "invalid-input" },
  );
}

/**
 * Returns entries in their stored form: long ones split. Throws a `ToolError` `invalid-input` for an invalid
 * entry.
 */
export function checkThreadEntries(entries: readonly ThreadEntry[]): readonly ThreadEntry[] {
  if (!Array.isArray(entries)) {
    throw new ToolError(
      `The entries of a thread must be an array, not ${entries === null ? "null" : typeof entries}. Nothing was added.`,
      { code: "invalid-input" },
    );
  }
  return (entries as readonly (ThreadEntry | null | undefined)[]).flatMap((entry, index) => {
    const { role, text, at } = (entry ?? {}) as Partial<ThreadEntry>;
    if (!isRole(role) || typeof text !== "string" || typeof at !== "number" || !Number.isFinite(at)) {
      throw new ToolError(
        `entries[${index}] of a thread must have a role (user, assistant or tool), a text, and at in milliseconds, but it has role ${JSON.stringify(role)}, text of type ${typeof text}, at ${JSON.stringify(at)}. Nothing was added.`,
        { code: "invalid-input" },
      );
    }
    return piecesOf(text).map((piece) => ({ role, text: piece, at }));
  });
}

function piecesOf(text: string): readonly string[] {
  if (text.length <= MAX_ENTRY_CHARACTERS) return [text];
  const pieces: string[] = [];
  for (let start = 0; start < text.length; ) {
    const end = boundaryBefore(text, start + MAX_ENTRY_CHARACTERS);
    pieces.push(text.slice(start, end));
    start = end;
  }
  return pieces;
}

/** Returns the title of a thread: the host's, or the first words of the first user entry. */
export function titleOf(
  title: string | undefined,
  entries: readonly Pick<ThreadEntry, "role" | "text">[],
): string {
  const first = entries.find(({ role }) => role === "user") ?? entries[0];
  const words = (title ?? first?.text.slice(0, 10 * MAX_TITLE_CHARACTERS) ?? "")
    .replace(/[\p{Cc}\s]+/gu, " ")
    .trim();
  return ellipsized(words, MAX_TITLE_CHARACTERS);
}
