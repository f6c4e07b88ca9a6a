import { readFile, realpath, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { localSearch } from "../../../../../src/backends/local/search/index.js";
import { SearchThreads } from "../../../../../src/backends/local/search/summary/search-threads.js";
import type { SearchScope, TextMatch } from "../../../../../src/contract/index.js";
import { temporaryFolder } from "../../../temporary-folder.js";

const signal = new AbortController().signal;
const scope = (options: Partial<SearchScope> = {}): SearchScope => ({ path: "/project", signal, ...options });
const small = { files: 16, bytes: 131_072, elapsedMs: 10 };
const one = ["--threads=1"];

describe("SearchThreads", () => {
  it("chooses one thread for a scope after a small search of it", () => {
    const threads = new SearchThreads();
    expect(threads.argumentsFor(scope())).toEqual([]);
    threads.remember(scope(), small);
    expect(threads.argumentsFor(scope())).toEqual(one);
  });

  it.each([{ files: 17 }, { bytes: 131_073 }, { elapsedMs: 10.1 }])(
    "leaves the number of threads to ripgrep after a search with %o",
    (more) => {
      const threads = new SearchThreads();
      threads.remember(scope(), small);
      threads.remember(scope(), { ...small, ...more });
      expect(threads.argumentsFor(scope())).toEqual([]);
    },
  );

  it("leaves the number of threads to ripgrep after a search that ended early", () => {
    const threads = new SearchThreads();
    threads.remember(scope(), small);
    threads.remember(scope(), undefined);
    expect(threads.argumentsFor(scope())).toEqual([]);
  });

  it.each([
    { path: "/project/src" },
    { hidden: true },
    { ignored: true },
    { globs: ["*.ts"] },
    { types: ["ts"] },
  ] satisfies Partial<SearchScope>[])(
    "leaves the number of threads to ripgrep in the scope %o after a search of another",
    (other) => {
      const threads = new SearchThreads();
      threads.remember(scope(), small);
      expect(threads.argumentsFor(scope(other))).toEqual([]);
      threads.remember(scope({ globs: ["!build"] }), small);
      expect(threads.argumentsFor(scope(other))).toEqual([]);
    },
  );

  it("remembers the last 100 scopes", () => {
    const threads = new SearchThreads();
    for (let index = 0; index <= 100; index += 1) threads.remember(scope({ path: `/${index}` }), small);
    expect(threads.argumentsFor(scope({ path: "/0" }))).toEqual([]);
    expect(threads.argumentsFor(scope({ path: "/1" }))).toEqual(one);
  });
});

/** The end of `rg --json`, as version 15 prints it. */
const SUMMARY =
  '{"data":{"elapsed_total":{"human":"0.002s","nanos":2000000,"secs":0},"stats":{"bytes_printed":0,"bytes_searched":9,"elapsed":{"human":"0.001s","nanos":1000000,"secs":0},"matched_lines":0,"matches":0,"searches":1,"searches_with_match":0}},"type":"summary"}';
const MATCH =
  '{"type":"match","data":{"path":{"text":"./a.txt"},"lines":{"text":"foo\\n"},"line_number":1,"absolute_offset":0,"submatches":[{"match":{"text":"foo"},"start":0,"end":3}]}}';

describe.skipIf(process.platform === "win32")("a search of a small folder", () => {
  it("starts one thread at the next search, and again several after one that its caller left", async () => {
    const [programs, folder] = [await temporaryFolder(), await realpath(await temporaryFolder())];
    await writeFile(join(folder, "a.txt"), "foo\n");
    const log = join(programs, "log");
    const ripgrep = join(programs, "rg");
    const script = `#!/bin/sh\ncase "$*" in *--threads=1*) echo one ;; *) echo several ;; esac >> ${log}\ncat <<'END'\n${MATCH}\n${SUMMARY}\nEND\n`;
    await writeFile(ripgrep, script, { mode: 0o755 });
    const search = localSearch(async () => ripgrep);
    const request = { path: folder, pattern: "foo", signal };
    const whole: TextMatch[] = [];
    for (let count = 0; count < 2; count += 1)
      for await (const line of search.text(request)) whole.push(line);
    expect(whole.map(({ text }) => text)).toEqual(["foo", "foo"]);
    for await (const _line of search.text(request)) break;
    for await (const _line of search.text(request));
    expect((await readFile(log, "utf8")).split("\n")).toEqual(["several", "one", "one", "several", ""]);
  });
});
