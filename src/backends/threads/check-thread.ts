import { type ThreadEntry, ToolError } from "../../contract/index.js";
import { boundaryBefore, ellipsized } from "../../text/index.js";

/** UTF-16 code units of one entry; a longer text becomes several. */
export const MAX_ENTRY_CHARACTERS = 1_048_576;

/** UTF-16 code units of a title. */
const MAX_TITLE_CHARACTERS = 120;

const MAX_ID_CHARACTERS = 200;

/** No control characters, nothing that is no character; whatever else a host likes, `../` included: an id is never a path. */
const ID = /^[^\p{Cc}\p{Cs}]+$/u;

const ROLES: readonly unknown[] = ["user", "assistant", "tool"];

function isRole(role: unknown): role is ThreadEntry["role"] {
  return ROLES.includes(role);
}

/** Gives an id back. Throws a `ToolError` `invalid-input` for one that no thread can have. */
export function checkThreadId(id: string): string {
  if (typeof id === "string" && id.length <= MAX_ID_CHARACTERS && ID.test(id)) return id;
  throw new ToolError(
    `A thread's id is a text of 1 to ${MAX_ID_CHARACTERS} characters without control characters, but it is ${JSON.stringify(id)?.slice(0, 60)}.`,
    { code: "invalid-input" },
  );
}

/** Entries as they are kept: long ones in several. Throws a `ToolError` `invalid-input` for what is no entry. */
export function checkThreadEntries(entries: readonly ThreadEntry[]): readonly ThreadEntry[] {
  if (!Array.isArray(entries)) {
    throw new ToolError(
      `The entries of a thread are a list, but they are of type ${entries === null ? "null" : typeof entries}. Nothing was added.`,
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

/** What a thread is called: what the host says, or the first words of the first user. */
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
