import type { Diagnostic } from "../../../../contract/index.js";

/** Largest number of diagnostics kept for one file. */
export const MAX_KEPT_PER_FILE = 200;

/** Largest number of files of one server whose diagnostics are kept. */
const MAX_KEPT_FILES = 5_000;

/** Largest message, in UTF-16 code units. */
export const MAX_MESSAGE_CHARACTERS = 1_000;

/** Source of diagnostics: published diagnostics do not replace answers to requests, nor the reverse. */
export type DiagnosticChannel = "published" | "asked";

/** Diagnostics that one server sent for its files, and which of them were reported before. */
export class KnownDiagnostics {
  readonly #channels: Record<DiagnosticChannel, Map<string, readonly Diagnostic[]>> = {
    published: new Map(),
    asked: new Map(),
  };
  /** Errors present when a file was last reported, or examined without a change. */
  readonly #reported = new Map<string, readonly string[]>();
  /** Files whose errors are known as they were when a report was made, even if there were none. */
  readonly #baselines = new Set<string>();
  /** Files that the server answered about since the last report. */
  readonly #answered = new Set<string>();
  #isProjectKnown = false;

  set(path: string, diagnostics: readonly Diagnostic[], channel: DiagnosticChannel): void {
    addBounded(this.#answered, path);
    const files = this.#channels[channel];
    files.delete(path);
    if (diagnostics.length === 0) return;
    files.set(path, mostSevere(diagnostics));
    const oldest = files.keys().next();
    if (files.size > MAX_KEPT_FILES && !oldest.done) files.delete(oldest.value);
  }

  /** Removes all diagnostics of a file that is gone. */
  forget(path: string): void {
    for (const files of Object.values(this.#channels)) files.delete(path);
    this.#reported.delete(path);
    this.#baselines.delete(path);
    this.#answered.delete(path);
  }

  /** Returns whether a new error of a file is known to be new: its errors at the last report are known. */
  hasBaseline(path: string): boolean {
    return this.#isProjectKnown || this.#baselines.has(path);
  }

  /** Files with known diagnostics, in no particular order. */
  get paths(): readonly string[] {
    return [...new Set([...this.#channels.published.keys(), ...this.#channels.asked.keys()])];
  }

  of(path: string): readonly Diagnostic[] {
    const published = this.#channels.published.get(path) ?? [];
    const asked = this.#channels.asked.get(path) ?? [];
    if (published.length === 0) return asked;
    const known = new Set(asked.map(positionAndText));
    return [...asked, ...published.filter((each) => !known.has(positionAndText(each)))].sort(byPosition);
  }

  /** Marks the known diagnostics of a file as reported: only later additions count as new. */
  markReported(path: string): void {
    addBounded(this.#baselines, path);
    this.#answered.delete(path);
    const errors = this.of(path).filter(isError).map(text);
    if (errors.length === 0) this.#reported.delete(path);
    else this.#reported.set(path, errors);
  }

  /**
   * Returns the errors of a file that were absent when it was last reported. Lines are ignored, because an
   * edit above moves them.
   */
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

  /**
   * Marks all known diagnostics as reported. `isWholeProject`: the server reports on every file of the project, so one without
   * diagnostics has no errors.
   */
  markAllReported({ isWholeProject }: { readonly isWholeProject: boolean }): void {
    const known = new Set([...this.paths, ...this.#reported.keys(), ...this.#answered]);
    for (const path of known) this.markReported(path);
    this.#isProjectKnown ||= isWholeProject;
  }
}

function addBounded(files: Set<string>, path: string): void {
  files.delete(path);
  files.add(path);
  const oldest = files.keys().next();
  if (files.size > MAX_KEPT_FILES && !oldest.done) files.delete(oldest.value);
}

/** Compares diagnostics in the order of reports: by path, then line, then column. */
export function byPosition(first: Diagnostic, second: Diagnostic): number {
  if (first.path !== second.path) return first.path < second.path ? -1 : 1;
  return first.line - second.line || first.column - second.column;
}

const RANKS: Readonly<Record<Diagnostic["severity"], number>> = {
  error: 0,
  warning: 1,
  information: 2,
  hint: 3,
};

/** Returns the diagnostics to keep: if there are too many, errors first. */
function mostSevere(diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
  const kept =
    diagnostics.length <= MAX_KEPT_PER_FILE
      ? [...diagnostics]
      : [...diagnostics]
          .sort((first, second) => RANKS[first.severity] - RANKS[second.severity])
          .slice(0, MAX_KEPT_PER_FILE);
  return kept.sort(byPosition);
}

function isError({ severity }: Diagnostic): boolean {
  return severity === "error";
}

function text({ code = "", message }: Diagnostic): string {
  return `${code}\0${message}`;
}

function positionAndText(diagnostic: Diagnostic): string {
  return `${diagnostic.line}\0${diagnostic.column}\0${text(diagnostic)}`;
}
