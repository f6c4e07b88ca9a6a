import type { MatchCount, Search, TextMatch, TextSearch } from "../../contract/index.js";
import type { GrepInput, GrepLimits } from "./grep-input.js";
import type { SearchStop } from "./search-watch.js";

/** Files whose matches are counted; the search ends at this number. So many are sorted quickly and fit into memory. */
const MAX_COUNTED_FILES = 50_000;

/** Options of a collector. */
export interface CollectOptions {
  readonly search: Search;
  readonly request: TextSearch;
  readonly input: GrepInput;
  readonly limits: GrepLimits;
  readonly isExcluded: (path: string) => Promise<boolean>;
}

/** Collects the lines of a search, with limits per file and in total. */
export class LineCollector {
  readonly lines: TextMatch[] = [];
  /** Files with more matches than were collected. */
  readonly truncatedFiles: string[] = [];
  matches = 0;
  readonly #options: CollectOptions;

  constructor(options: CollectOptions) {
    this.#options = options;
  }

  async collect(): Promise<SearchStop | undefined> {
    const { search, request, input, limits, isExcluded } = this.#options;
    const { offset = 0, limit = Number.POSITIVE_INFINITY, linesAfter = 0 } = input;
    // One more than is returned, to know whether there are more.
    const found = search.text({ ...request, maxMatchesPerFile: limits.maxMatchesPerFile + 1 });
    let path: string | undefined;
    let passed = false;
    let matchesOfFile = 0;
    let lastLine = 0;
    for await (const line of found) {
      if (line.path !== path) {
        path = line.path;
        passed = await isExcluded(path);
        matchesOfFile = 0;
        lastLine = 0;
      }
      if (passed) continue;
      const isFirst = line.kind === "match" && line.continues !== true;
      if (isFirst && (matchesOfFile === limits.maxMatchesPerFile || this.matches === limits.maxMatches)) {
        this.#dropLinesBefore(path, lastLine + linesAfter);
        if (matchesOfFile < limits.maxMatchesPerFile) return "limit";
        this.truncatedFiles.push(path);
        passed = true;
        continue;
      }
      if (this.lines.length >= offset + limit) return "limit";
      if (isFirst) {
        matchesOfFile += 1;
        this.matches += 1;
      }
      if (line.kind === "match") lastLine = line.line;
      this.lines.push(line);
    }
    return undefined;
  }

  /** Drops the context lines before a match that is not collected. */
  #dropLinesBefore(path: string, lastLine: number): void {
    for (
      let last = this.lines.at(-1);
      last?.path === path && last.line > lastLine;
      last = this.lines.at(-1)
    ) {
      if (last.kind === "match") return;
      this.lines.pop();
    }
  }
}

/** Collects the files in which a search finds a match; each is read only up to its first match. */
export class FileCollector {
  readonly files: string[] = [];
  readonly #options: CollectOptions;

  constructor(options: CollectOptions) {
    this.#options = options;
  }

  async collect(): Promise<SearchStop | undefined> {
    const { search, request, input, limits, isExcluded } = this.#options;
    const wanted = (input.offset ?? 0) + Math.min(input.limit ?? limits.maxFiles, limits.maxFiles);
    let lastPath: string | undefined;
    for await (const { path } of search.text({ ...request, maxMatchesPerFile: 1 })) {
      if (path === lastPath || (await isExcluded(path))) continue;
      lastPath = path;
      if (this.files.length === wanted) return "limit";
      this.files.push(path);
    }
    return undefined;
  }
}

/** Counts the matching lines in each file. */
export class CountCollector {
  readonly counts: MatchCount[] = [];
  readonly #options: CollectOptions;

  constructor(options: CollectOptions) {
    this.#options = options;
  }

  async collect(): Promise<SearchStop | undefined> {
    const { search, request, isExcluded } = this.#options;
    for await (const count of search.count?.(request) ?? countLines(search.text(request))) {
      if (await isExcluded(count.path)) continue;
      if (this.counts.length === MAX_COUNTED_FILES) return "limit";
      this.counts.push(count);
    }
    return undefined;
  }
}

/** Counts lines for backends that cannot count. */
async function* countLines(lines: AsyncIterable<TextMatch>): AsyncGenerator<MatchCount> {
  let path: string | undefined;
  let count = 0;
  for await (const line of lines) {
    if (line.path !== path && path !== undefined) {
      yield { path, count };
      count = 0;
    }
    path = line.path;
    if (line.kind === "match" && line.continues !== true) count += 1;
  }
  if (path !== undefined) yield { path, count };
}
