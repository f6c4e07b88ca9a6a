import type { Diagnostic } from "../../../../contract/index.js";

/** Diagnostics of one file that are kept. */
export const MAX_KEPT_PER_FILE = 200;

/** Files of one server whose diagnostics are kept. */
const MAX_KEPT_FILES = 5_000;

/** UTF-16 code units of one message. */
export const MAX_MESSAGE_CHARACTERS = 1_000;

/** Where an answer came from: what a server publishes does not replace what it answers, and the other way round. */
export type DiagnosticChannel = "published" | "asked";

/** What one server said of its files, and what of it was reported before. */
export class KnownDiagnostics {
  readonly #channels: Record<DiagnosticChannel, Map<string, readonly Diagnostic[]>> = {
    published: new Map(),
    asked: new Map(),
  };
  /** The errors that were there when a file was last reported, or looked at without a change. */
  readonly #reported = new Map<string, readonly string[]>();

  set(path: string, diagnostics: readonly Diagnostic[], channel: DiagnosticChannel): void {
    const files = this.#channels[channel];
    files.delete(path);
    if (diagnostics.length === 0) return;
    files.set(path, mostSevere(diagnostics));
    const oldest = files.keys().next();
    if (files.size > MAX_KEPT_FILES && !oldest.done) files.delete(oldest.value);
  }

  /** A file that is gone has nothing to say. */
  forget(path: string): void {
    for (const files of Object.values(this.#channels)) files.delete(path);
    this.#reported.delete(path);
  }

  /** Files about which something is known, in no particular order. */
  get paths(): readonly string[] {
    return [...new Set([...this.#channels.published.keys(), ...this.#channels.asked.keys()])];
  }

  of(path: string): readonly Diagnostic[] {
    const published = this.#channels.published.get(path) ?? [];
    const asked = this.#channels.asked.get(path) ?? [];
    if (published.length === 0) return asked;
    const known = new Set(asked.map(placeAndText));
    return [...asked, ...published.filter((each) => !known.has(placeAndText(each)))].sort(byPlace);
  }

  /** Takes what is known of a file as reported: only what comes on top counts as new. */
  markReported(path: string): void {
    const errors = this.of(path).filter(isError).map(text);
    if (errors.length === 0) this.#reported.delete(path);
    else this.#reported.set(path, errors);
  }

  /** Errors of a file that were not there when it was last reported. Lines do not count: an edit above moves them. */
  unreported(path: string): readonly Diagnostic[] {
    const reported = [...(this.#reported.get(path) ?? [])];
    return this.of(path)
      .filter(isError)
      .filter((error) => {
        const index = reported.indexOf(text(error));
        if (index === -1) return true;
        reported.splice(index, 1);
        return false;
      });
  }

  /** Takes everything known as reported. */
  markAllReported(): void {
    for (const path of new Set([...this.paths, ...this.#reported.keys()])) this.markReported(path);
  }
}

/** The order of reports: by path, then line, then column. */
export function byPlace(first: Diagnostic, second: Diagnostic): number {
  if (first.path !== second.path) return first.path < second.path ? -1 : 1;
  return first.line - second.line || first.column - second.column;
}

const RANKS: Readonly<Record<Diagnostic["severity"], number>> = {
  error: 0,
  warning: 1,
  information: 2,
  hint: 3,
};

/** Of very many, the errors are kept first. */
function mostSevere(diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
  const kept =
    diagnostics.length <= MAX_KEPT_PER_FILE
      ? [...diagnostics]
      : [...diagnostics]
          .sort((first, second) => RANKS[first.severity] - RANKS[second.severity])
          .slice(0, MAX_KEPT_PER_FILE);
  return kept.sort(byPlace);
}

function isError({ severity }: Diagnostic): boolean {
  return severity === "error";
}

function text({ code = "", message }: Diagnostic): string {
  return `${code}\0${message}`;
}

function placeAndText(diagnostic: Diagnostic): string {
  return `${diagnostic.line}\0${diagnostic.column}\0${text(diagnostic)}`;
}
