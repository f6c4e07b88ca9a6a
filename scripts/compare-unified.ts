import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { applyUnifiedDiff } from "../src/fuzzy/index.js";
import { Random } from "../test/fuzzy/mistakes/random.js";
import { changeWord } from "../test/fuzzy/mistakes/true-edit.js";
import { sourceFiles } from "./score-generated-edits.js";

const USAGE = `usage: compare-unified [--cases N] [--seed N] [--show N]
Makes unified diffs with git diff, applies them with git apply and with Collet, and compares the results byte by byte.`;

/** Changes of one file. */
const MAX_CHANGES = 5;

/** Lines of context of a diff. */
const CONTEXTS = [0, 1, 3, 8] as const;

/** Changes, removes and adds some lines. */
function changed(random: Random, text: string): string {
  const lines = text.split("\n");
  for (let count = random.between(1, MAX_CHANGES); count > 0; count--) {
    const at = random.between(0, lines.length - 1);
    const line = lines[at] ?? "";
    const kind = random.next();
    if (kind < 0.5) lines[at] = changeWord(random, line) ?? `${line} harbor`;
    else if (kind < 0.7) lines.splice(at, random.between(1, 3));
    else if (kind < 0.85) lines.splice(at, 0, line, "", `${line} harbor`);
    else lines.splice(at, 0, random.pick(["", "  lantern(1);", "-- note", "+++ note", "@@ -1 +1 @@"]));
  }
  return lines.join("\n");
}

/** Returns a text with the line ends and the end of a drawn file. */
function drawnForm(random: Random): (text: string) => string {
  const crlf = random.chance(0.2);
  const isOpen = random.chance(0.2);
  return (text) => {
    const ended = isOpen ? text.replace(/\n+$/, "") : text;
    return crlf ? ended.replaceAll("\n", "\r\n") : ended;
  };
}

function main(): number {
  const { values } = parseArgs({
    options: {
      cases: { type: "string", default: "2000" },
      seed: { type: "string", default: "1" },
      show: { type: "string", default: "0" },
      help: { type: "boolean", default: false },
    },
  });
  if (values.help) {
    console.error(USAGE);
    return 2;
  }
  const seed = Number(values.seed);
  const random = new Random(seed);
  const files = sourceFiles({ folders: [], seed });
  const folder = mkdtempSync(join(tmpdir(), "collet-unified-"));
  const git = (...words: string[]) =>
    spawnSync("git", ["-c", "core.autocrlf=false", ...words], {
      cwd: folder,
      encoding: "utf8",
      env: { PATH: process.env.PATH ?? "", HOME: folder, GIT_CONFIG_NOSYSTEM: "1" },
    });
  const counts = { equal: 0, different: 0, "refused by Collet": 0, "refused by git": 0 };
  try {
    for (let made = 0; made < Number(values.cases); ) {
      const form = drawnForm(random);
      const file = random.pick(files);
      const before = form(file.text);
      const after = form(changed(random, file.text));
      if (before === after) continue;
      writeFileSync(join(folder, "f"), before);
      writeFileSync(join(folder, "g"), after);
      const context = random.pick(CONTEXTS);
      const diff = git("diff", "--no-index", `-U${context}`, "f", "g").stdout.replaceAll("b/g", "b/f");
      writeFileSync(join(folder, "d"), diff);
      made++;
      if (git("apply", ...(context === 0 ? ["--unidiff-zero"] : []), "d").status !== 0) {
        counts["refused by git"]++;
        continue;
      }
      const result = applyUnifiedDiff({ content: before, diff });
      const outcome = !result.ok
        ? "refused by Collet"
        : result.content === readFileSync(join(folder, "f"), "utf8")
          ? "equal"
          : "different";
      counts[outcome]++;
      const shown = counts.different + counts["refused by Collet"];
      if (outcome !== "equal" && shown <= Number(values.show))
        console.log(`${outcome} ${file.path} ${result.ok ? "" : result.message}\n${diff}`);
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  console.log(JSON.stringify(counts));
  return counts.different === 0 ? 0 : 1;
}

process.exitCode = main();
