import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { applyEdit } from "../src/fuzzy/index.js";
import type { SizeRange } from "../test/fuzzy/mistakes/source-files.js";
import { compareGeneratedEdits } from "./compare-generated-edits.js";
import { scoreGeneratedEdits } from "./score-generated-edits.js";

/** One case of a corpus file: an edit and its expected outcome. */
interface EditFact {
  readonly id: string;
  readonly content: string;
  readonly old: string;
  readonly new: string;
  readonly replaceAll: boolean;
  readonly expect:
    | { readonly kind: "result"; readonly content: string }
    | { readonly kind: "error"; readonly reason: string };
  /** Set if the behaviour of the source is not the better one. Such cases are listed and not scored. */
  readonly quirk?: boolean;
}

type Verdict = "right" | "refused" | "wrong";

function judge(fact: EditFact): { verdict: Verdict; got: string } {
  const result = applyEdit({
    content: fact.content,
    oldString: fact.old,
    newString: fact.new,
    replaceAll: fact.replaceAll,
  });
  if (result.ok) {
    const right = fact.expect.kind === "result" && fact.expect.content === result.content;
    return {
      verdict: right ? "right" : "wrong",
      got: `${result.matcher}: ${JSON.stringify(result.content)}`,
    };
  }
  const right = fact.expect.kind === "error" && fact.expect.reason === result.reason;
  // A refusal for another reason leaves the file unchanged: neither right nor wrong.
  return { verdict: right ? "right" : "refused", got: `${result.reason}: ${result.message}` };
}

const USAGE = `usage: score-edits [--per-kind N] [--seed N] [--kinds A,B] [--bytes MIN-MAX] [--times N] [--show N] [FOLDER...]
       score-edits --compare [--peers FOLDER] [--per-kind N] [--seed N] [--kinds A,B] [--bytes MIN-MAX] [FOLDER...]
                   (other engines; FOLDER has diff-match-patch and @google/gemini-cli-core in its node_modules)
       score-edits FILE.jsonl   (one JSON object a line: id, content, old, new, replaceAll, expect)`;

async function main(args: readonly string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      "per-kind": { type: "string", default: "60" },
      seed: { type: "string", default: "1" },
      show: { type: "string", default: "0" },
      kinds: { type: "string" },
      bytes: { type: "string" },
      times: { type: "string", default: "1" },
      compare: { type: "boolean", default: false },
      peers: { type: "string" },
      help: { type: "boolean", default: false },
    },
  });
  if (values.help) {
    console.error(USAGE);
    return 2;
  }
  const [file] = positionals;
  if (file?.endsWith(".jsonl")) return scoreFacts(file);
  const options = {
    perKind: Number(values["per-kind"]),
    seed: Number(values.seed),
    folders: positionals,
    ...(values.kinds !== undefined && { kinds: values.kinds.split(",") }),
    ...(values.bytes !== undefined && { sizes: sizeRange(values.bytes) }),
  };
  if (values.compare || values.peers !== undefined) {
    await compareGeneratedEdits({ ...options, peersFolder: values.peers });
    return 0;
  }
  const times = Number(values.times);
  const wrong = scoreGeneratedEdits({ ...options, shown: Number(values.show), times });
  return wrong === 0 ? 0 : 1;
}

/** Reads a range of file sizes: `85000-115000`. */
function sizeRange(text: string): SizeRange {
  const [minBytes, maxBytes] = text.split("-").map(Number);
  if (minBytes === undefined || maxBytes === undefined || !(minBytes <= maxBytes))
    throw new RangeError(`--bytes must be MIN-MAX, for example 85000-115000, not "${text}".`);
  return { minBytes, maxBytes };
}

/** Scores the cases of a file, and prints those that are not right. */
function scoreFacts(path: string): number {
  const facts = readFileSync(path, "utf8")
    .split("\n")
    .filter((line) => line.trim() !== "")
    .map((line) => JSON.parse(line) as EditFact);
  const totals = { right: 0, refused: 0, wrong: 0, quirksRight: 0, quirks: 0 };
  for (const fact of facts) {
    const { verdict, got } = judge(fact);
    if (fact.quirk) {
      totals.quirks++;
      if (verdict === "right") totals.quirksRight++;
      continue;
    }
    totals[verdict]++;
    if (verdict !== "right") console.log(`${verdict}\t${fact.id}\t${got}`);
  }
  const scored = totals.right + totals.refused + totals.wrong;
  const share = ((100 * totals.right) / scored).toFixed(1);
  console.log(
    `${totals.right} of ${scored} right (${share} %), ${totals.refused} refused, ${totals.wrong} changed wrongly`,
  );
  console.log(`${totals.quirksRight} of ${totals.quirks} quirks as their source has them (not scored)`);
  return totals.wrong === 0 && totals.right >= 0.99 * scored ? 0 : 1;
}

process.exitCode = await main(process.argv.slice(2));
