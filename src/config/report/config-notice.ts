/**
 * The effect of a notice.
 *
 * - `stricter`: the setting cannot be expressed exactly and applies more strictly than its owner applies it.
 * - `never-matches`: the rule has no effect in the program that owns it.
 * - `conflict`: another rule always decides before this rule.
 * - `ignored`: the setting is not used.
 * - `untrusted`: the setting would allow something, and its folder is not trusted.
 * - `invalid`: the file or value cannot be read. If rules may be lost, every call asks.
 */
export type ConfigNoticeKind =
  | "stricter"
  | "never-matches"
  | "conflict"
  | "ignored"
  | "untrusted"
  | "invalid";

/** The position of a setting. */
export interface ConfigOrigin {
  /** The absolute path of the file. */
  readonly file: string;
  /** The line, from 1. Absent if the notice concerns the whole file. */
  readonly line?: number | undefined;
  /** The setting as written, shortened. */
  readonly text?: string;
}

/** A remark about a setting that was not taken over exactly as its owner applies it. Plain JSON. */
export interface ConfigNotice extends ConfigOrigin {
  readonly kind: ConfigNoticeKind;
  readonly message: string;
}

/** Most notices of one load; a settings file may contain any number of wrong entries. */
const MAX_NOTICES = 1000;

/** Longest text of a setting in a notice, in UTF-16 code units. */
const MAX_SHOWN_TEXT = 200;

/** Collects the notices of one load. */
export class NoticeList {
  readonly #notices: ConfigNotice[] = [];
  #omitted = 0;

  /** Adds a notice about the setting at a position. */
  add(kind: ConfigNoticeKind, origin: ConfigOrigin, message: string): void {
    if (this.#notices.length >= MAX_NOTICES) {
      this.#omitted += 1;
      return;
    }
    const { file, line, text } = origin;
    this.#notices.push(
      Object.freeze({
        kind,
        file,
        ...(line !== undefined && { line }),
        ...(text !== undefined && { text: shortened(text) }),
        message: shortened(message, 2 * MAX_SHOWN_TEXT),
      }),
    );
  }

  /** Returns all notices, in order of their discovery. */
  list(): readonly ConfigNotice[] {
    const [first] = this.#notices;
    if (this.#omitted === 0 || first === undefined) return [...this.#notices];
    const more: ConfigNotice = {
      kind: "invalid",
      file: first.file,
      message: `${this.#omitted} further notices are omitted.`,
    };
    return [...this.#notices, more];
  }
}

/** Shortens a text to the length that a notice shows, and replaces characters that would change the terminal. */
export function shortened(text: string, limit = MAX_SHOWN_TEXT): string {
  const start = text.length > limit ? `${text.slice(0, limit - 3)}...` : text;
  return start.replace(/[\p{Cc}\p{Cf}]/gu, " ");
}
