import type { Verdict } from "../../contract/index.js";

/** The command pattern for the specifier of a Bash rule. */
export type CommandTranslation =
  | { readonly command: string; readonly stricter?: string }
  | { readonly never: string; readonly command?: string };

/** Operators that separate commands. Claude Code compares rules with each command, so a rule with one never matches. */
const OPERATOR = /&&|\|\||[;|&\n]/;

/** Translates the specifier of a Bash rule of Claude Code. */
export function commandOfRule(specifier: string, verdict: Verdict): CommandTranslation {
  const text = specifier.trim();
  if (OPERATOR.test(text.replaceAll(/[0-9]?>&[0-9]/g, ""))) {
    const never =
      "Claude Code compares a rule with each command of a line, so a rule with an operator never matches.";
    return verdict === "allow" ? { never } : { never, command: patternOf(longestPart(text), verdict) };
  }
  const inner = /\S:\*(?=.)/.exec(text.slice(0, -1));
  if (inner !== null) {
    const never = "The form :* is read only at the end of a rule; a blank and * match any text: git * push.";
    return verdict === "allow"
      ? { never }
      : { never, command: patternOf(text.replaceAll(":*", " *"), verdict) };
  }
  if (verdict === "allow" && text.includes("\\*")) {
    return { never: "A literal asterisk cannot be expressed, so the rule allows nothing." };
  }
  const command = patternOf(text, verdict);
  return command === "*" && verdict !== "allow" && text !== "*" && text !== ":*"
    ? { command, stricter: "The rule applies to every command." }
    : { command };
}

function patternOf(text: string, verdict: Verdict): string {
  const pattern = text.endsWith(":*") ? `${text.slice(0, -2)} *`.trim() : text;
  // With several wildcards, Claude Code does not match the command without its last word; a final ` *` would.
  const isStrict = verdict === "allow" && pattern.endsWith(" *") && pattern.indexOf("*") < pattern.length - 1;
  return isStrict ? `${pattern}*` : pattern.replaceAll("\\*", "*");
}

/** Returns the part between operators that says most. */
function longestPart(text: string): string {
  let longest = "";
  for (const part of text.split(OPERATOR)) {
    const trimmed = part.trim();
    if (trimmed.replaceAll("*", "").length > longest.replaceAll("*", "").length) longest = trimmed;
  }
  return longest === "" ? "*" : longest;
}
