import { DATA_SNIPPETS } from "./data-snippets.js";
import { LANGUAGE_SNIPPETS } from "./language-snippets.js";
import { MARKUP_SNIPPETS } from "./markup-snippets.js";
import type { MistakeMaker } from "./mistake-case.js";
import type { Random } from "./random.js";

/** A text of a language, how a model remembers it, and what a careful reader makes of it. */
export interface Snippet {
  readonly file: string;
  readonly old: string;
  readonly next: string;
  /** The text afterwards, or a refusal. */
  readonly expect: string | "refuse";
  /** Whether a refusal is right too. */
  readonly mayRefuse?: true;
}

const NAMES = ["orchard", "glacier", "sparrow", "thicket", "marble", "lagoon", "summit", "willow"];

/** Replaces the placeholders `NAME` and `OTHER`, so that each case has its own words. */
function named(random: Random) {
  const name = random.pick(NAMES) + random.pick(["", "Set", "Map", "Bar"]);
  const other = random.pick(NAMES) + random.pick(["Row", "Key", "Log", "Hub"]);
  return (text: string) => text.replaceAll("NAME", name).replaceAll("OTHER", other);
}

/** Puts a snippet between two lines of a file. */
const planted =
  ({ file: inFile, old, next, expect, mayRefuse }: Snippet): MistakeMaker =>
  (random, file) => {
    const say = named(random);
    const lines = file.text.split("\n");
    const at = random.between(1, lines.length - 1);
    const head = `${lines.slice(0, at).join("\n")}\n\n`;
    const tail = `\n\n${lines.slice(at).join("\n")}`;
    const isWindows = random.chance(0.15);
    const ends = (text: string) => (isWindows ? text.replaceAll("\n", "\r\n") : text);
    return {
      content: ends(head + say(inFile) + tail),
      old: say(old),
      next: say(next),
      mayRefuse: mayRefuse === true,
      expect: expect === "refuse" ? "refuse" : { content: ends(head + say(expect) + tail) },
    };
  };

/** Mistakes in texts of single languages. */
export const SNIPPET_MISTAKES: Readonly<Record<string, MistakeMaker>> = Object.fromEntries(
  Object.entries({ ...LANGUAGE_SNIPPETS, ...MARKUP_SNIPPETS, ...DATA_SNIPPETS }).map(([name, snippet]) => [
    name,
    planted(snippet),
  ]),
);
