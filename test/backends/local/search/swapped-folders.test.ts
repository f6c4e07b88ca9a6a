import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdir, readFile, rename, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { rgPath } from "@vscode/ripgrep";
import { describe, expect, it } from "vitest";
import { localSearch } from "../../../../src/backends/local/search/index.js";
import { RipgrepRecordReader } from "../../../../src/backends/local/search/records/ripgrep-records.js";
import { type Search, type TextSearch, ToolError } from "../../../../src/contract/index.js";
import { temporaryFolder } from "../../temporary-folder.js";
import { writeTree } from "../../write-tree.js";

/** Rounds of the race; more with COLLET_RACE_ROUNDS. */
const ROUNDS = Number(process.env.COLLET_RACE_ROUNDS ?? 4);

const signal = new AbortController().signal;

interface Place {
  readonly root: string;
  readonly plain: Search;
}

/** Runs ripgrep between two lines of shell. */
async function searchAround(folder: string, before: string, after: string): Promise<Search> {
  const script = join(folder, `rg-${before.length}-${after.length}`);
  await writeFile(script, `#!/bin/sh\n${before}\n"${rgPath}" "$@"\ncode=$?\n${after}\nexit $code\n`);
  await chmod(script, 0o755);
  return localSearch(async () => script);
}

async function place(): Promise<Place> {
  const folder = await temporaryFolder();
  const root = join(folder, "root");
  await writeTree(folder, {
    "root/a.txt": "needle in a\n",
    "root/sub/same.txt": "first\nneedle inside\n",
    "root/sub/deep/b.txt": "needle in b\n",
    "outside/same.txt": "needle outside 1\nneedle outside 2\nneedle outside 3\n",
    "outside/secret.txt": "needle secret\n",
    "outside/deep/c.txt": "needle in c\n",
  });
  return { root, plain: await searchAround(folder, "", ":") };
}

async function all<Item>(items: AsyncIterable<Item> | undefined): Promise<Item[]> {
  const found: Item[] = [];
  for await (const item of items ?? []) found.push(item);
  return found;
}

const request = (root: string): TextSearch => ({ path: root, pattern: "needle", signal });

async function see({ root }: Place, search: Search) {
  const name = (path: string) => path.slice(root.length + 1);
  const files = await all(search.files({ path: root, signal }));
  const lines = await all(search.text(request(root)));
  const counts = await all(search.count?.(request(root)));
  return {
    files: files.map(name).sort(),
    lines: lines.map(({ path, line, text }) => `${name(path)}:${line}:${text}`).sort(),
    counts: counts.map(({ path, count }) => `${name(path)}:${count}`).sort(),
  };
}

describe("a search", () => {
  it("finds everything when nothing is swapped", async () => {
    const made = await place();
    expect(await see(made, made.plain)).toEqual({
      files: ["a.txt", "sub/deep/b.txt", "sub/same.txt"],
      lines: ["a.txt:1:needle in a", "sub/deep/b.txt:1:needle in b", "sub/same.txt:2:needle inside"],
      counts: ["a.txt:1", "sub/deep/b.txt:1", "sub/same.txt:1"],
    });
  });

  it.runIf(process.platform === "linux")("returns nothing from outside in a race for a folder", async () => {
    const made = await place();
    const sub = join(made.root, "sub");
    // A tree that takes ripgrep some time, so that the swap happens during the walk.
    await writeTree(
      sub,
      Object.fromEntries(Array.from({ length: 300 }, (_, index) => [`w${index}/x.txt`, "needle in\n"])),
    );
    await writeTree(
      join(made.root, "../outside"),
      Object.fromEntries(
        Array.from({ length: 300 }, (_, index) => [`w${index}/secret-${index}.txt`, "needle outside\n"]),
      ),
    );
    await symlink(join(made.root, "../outside"), `${sub}.link`);
    const swap = `
      const { renameSync } = require("node:fs");
      const [path] = process.argv.slice(1);
      process.stdin.on("end", () => process.exit(0)).resume();
      const turn = () => {
        renameSync(path, path + ".aside");
        renameSync(path + ".link", path);
        renameSync(path, path + ".link");
        renameSync(path + ".aside", path);
        setImmediate(turn);
      };
      process.stdout.write("ready");
      turn();
    `;
    const racer = spawn(process.execPath, ["-e", swap, sub], { stdio: ["pipe", "pipe", "inherit"] });
    await once(racer.stdout, "data");
    const leaks: string[] = [];
    const search = localSearch();
    for (let round = 0; round < ROUNDS; round += 1) {
      const seen = await see(made, search).catch((error: unknown) => {
        if (ToolError.isInstance(error)) return undefined;
        throw error;
      });
      const everything = JSON.stringify(seen ?? "");
      if (/secret|outside/.test(everything)) leaks.push(everything.slice(0, 200));
    }
    racer.stdin.end();
    await once(racer, "close");
    expect(leaks).toEqual([]);
  });

  // Output of ripgrep when the folder is swapped between listing and opening, which no script can time.
  const PRINTED: Readonly<Record<string, string>> = {
    files: String.raw`printf './a.txt\0./sub/same.txt\0./sub/secret.txt\0./sub/deep/c.txt\0'`,
    counts: String.raw`printf './a.txt\0001\n./sub/same.txt\0003\n./sub/secret.txt\0001\n'`,
  };

  it("returns only results below its start, whatever ripgrep prints", async () => {
    const made = await place();
    const outside = join(made.root, "../outside");
    const lines = execFileSync(rgPath, ["--json", "--crlf", "-i", "needle", "./"], { cwd: outside })
      .toString()
      .replaceAll('"./', '"./sub/');
    await writeFile(join(outside, "../printed.json"), lines);
    expect([...new RipgrepRecordReader().push(Buffer.from(lines))]).toHaveLength(5);
    const script = join(outside, "../fake-rg");
    await writeFile(
      script,
      `#!/bin/sh
mv '${made.root}/sub' '${made.root}/aside' && mv '${made.root}/aside' '${made.root}/sub'
case " $* " in
*" --files "*) ${PRINTED.files} ;;
*" --count "*) ${PRINTED.counts} ;;
*) cat '${join(outside, "../printed.json")}' ;;
esac
`,
    );
    await chmod(script, 0o755);
    const seen = await see(
      made,
      localSearch(async () => script),
    );
    expect(seen.files).toEqual(["a.txt", "sub/same.txt"]);
    expect(seen.lines).toEqual([]);
    // Counted by lines, none of which is in the file.
    expect(seen.counts).toEqual([]);
    // The same lines are returned when the file contains them: positive control.
    await rename(join(made.root, "sub"), join(made.root, "inside"));
    await rename(outside, join(made.root, "sub"));
    const standing = await see(
      made,
      localSearch(async () => script),
    );
    expect(standing.lines).toHaveLength(5);
  });

  it("names no entry from outside as unreadable or binary, whatever ripgrep prints", async () => {
    const made = await place();
    const script = join(made.root, "../fake-rg");
    const lines = ["sub/secret.txt", "sub/same.txt"].flatMap((name) => [
      `rg: ./${name}: Permission denied (os error 13)`,
      `rg: DEBUG|x: ignoring ./${name}: found binary data at offset 1`,
    ]);
    const failing = async (complaint: readonly string[]) => {
      await writeFile(script, `#!/bin/sh\ncat >&2 <<'END'\n${complaint.join("\n")}\nEND\nexit 2\n`);
      await chmod(script, 0o755);
      const reported: string[] = [];
      const report = (path: string) => reported.push(path.slice(made.root.length + 1));
      const search = localSearch(async () => script);
      const ended = await all(
        search.text({
          ...request(made.root),
          onUnreadable: report,
          onSkipped: ({ kind, path }) => kind === "binary" && report(path),
        }),
      ).catch((error: unknown) => String(error));
      return { reported, ended };
    };
    expect(await failing(lines)).toEqual({ reported: ["sub/same.txt", "sub/same.txt"], ended: [] });
    const { ended } = await failing([...lines, "rg: some other failure"]);
    expect(ended).toContain("some other failure");
    expect(ended).toContain("same.txt");
    expect(ended).not.toContain("secret");
  });

  it("names unreadable entries of a complaint that is longer than what is kept", async () => {
    const made = await place();
    const script = join(made.root, "../fake-rg");
    const line = "rg: ./sub/same.txt: Permission denied (os error 13)\n";
    await writeFile(script, `#!/bin/sh\ncat >&2 <<'END'\n${line.repeat(500)}END\nexit 2\n`);
    await chmod(script, 0o755);
    const reported: string[] = [];
    const search = localSearch(async () => script);
    await all(search.text({ ...request(made.root), onUnreadable: (path) => reported.push(path) }));
    expect(reported).toEqual([join(made.root, "sub/same.txt")]);
  });

  it("counts without a second search if no folder changed since it began", async () => {
    const made = await place();
    const folder = await temporaryFolder();
    const log = join(folder, "runs");
    const search = await searchAround(folder, `echo run >> '${log}'`, ":");
    const runs = async () => (await readFile(log, "utf8")).split("\n").length - 1;
    await expect
      .poll(async () => {
        await writeFile(log, "");
        await all(search.count?.(request(made.root)));
        return runs();
      })
      .toBe(1);
    // A change of a folder, as a swap makes it, is seen.
    const touching = await searchAround(folder, `echo run >> '${log}'; touch '${made.root}/sub/new'`, ": ");
    await writeFile(log, "");
    const counts = await all(touching.count?.(request(made.root)));
    expect([counts.length, await runs()]).toEqual([3, 2]);
  });

  it.each<[string, Buffer]>([
    ["UTF-8 with a byte order mark", Buffer.from("\uFEFFone\nneedle \u00e9\n")],
    ["UTF-16, little-endian", Buffer.from("\uFEFFone\nneedle \u00e9\u{1F600}\nx\nneedle\n", "utf16le")],
    ["UTF-16, big-endian", Buffer.from("\uFEFFone\nneedle \u00e9\n", "utf16le").swap16()],
    ["no UTF-8", Buffer.from("one\nneedle caf\u00e9\n", "latin1")],
    ["Windows line ends", Buffer.from("one\r\nneedle\r\nneedle\r\n")],
    ["no last line end", Buffer.from("one\nneedle")],
    ["a line of megabytes", Buffer.from(`one\nneedle ${"x".repeat(3_000_000)}\nneedle\n`)],
    ["a long line that is no UTF-8", Buffer.from(`one\nneedle ${"\u00e9".repeat(3_000_000)}\n`, "latin1")],
  ])("returns lines of a file with %s", async (_title, content) => {
    const root = await temporaryFolder();
    await mkdir(join(root, "sub"));
    await writeFile(join(root, "sub/f.txt"), content);
    const search = localSearch();
    const inFolder = await all(search.text(request(root)));
    const inFile = await all(search.text(request(join(root, "sub/f.txt"))));
    expect(inFolder.length).toBeGreaterThan(0);
    // Of a very long line only a beginning is kept, how much depends on the pieces that come.
    const shown = inFolder.map(({ line, text }) => [line, text.slice(0, 1_000)]);
    expect(shown).toEqual(inFile.map(({ line, text }) => [line, text.slice(0, 1_000)]));
  });

  it("returns matches over several lines, and their context lines", async () => {
    const root = await temporaryFolder();
    await writeTree(root, { "sub/f.txt": "0\n1\nneedle\nend\nneedle\nend\n6\n" });
    const found = await all(
      localSearch().text({ ...request(root), pattern: "needle\\nend", multiline: true, contextLines: 1 }),
    );
    expect(found.map(({ kind, line }) => `${kind} ${line}`)).toEqual([
      "context 2",
      "match 3",
      "match 4",
      "match 5",
      "match 6",
      "context 7",
    ]);
  });
});
