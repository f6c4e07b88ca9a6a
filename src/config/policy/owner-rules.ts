import type { PermissionRule, Verdict } from "../../contract/index.js";
import { type ConfigOrigin, type NoticeList, shortened } from "../report/index.js";
import type { RuleConditions, Translation } from "./translation.js";

/** A program whose configuration files are read. */
export type ConfigOwner = "claude-code" | "codex" | "gemini-cli" | "opencode" | "amp";

/** Every {@link ConfigOwner}, in the order in which they are read. */
export const CONFIG_OWNERS: readonly ConfigOwner[] = [
  "claude-code",
  "codex",
  "gemini-cli",
  "opencode",
  "amp",
];

/** A rule with the setting that it comes from. */
export interface SourcedRule {
  readonly rule: PermissionRule;
  readonly origin: ConfigOrigin;
}

/** A file in which settings stand. */
export interface ConfigSource {
  readonly file: string;
  /** The file as messages show it: relative to the project, or below `~`. */
  readonly shown: string;
  /** Whether settings that allow something count. */
  readonly trusted: boolean;
}

/** The position of a setting that becomes rules. */
export interface RulePosition {
  readonly source: ConfigSource;
  readonly line: number;
  readonly text: string;
  /** The explanation that the owner's file contains. */
  readonly reason?: string | undefined;
}

/**
 * The rules of one owner.
 *
 * `strictest`: the order does not matter; deny wins over ask, and ask over allow. `last-match`: the last rule that
 * matches decides.
 */
export class OwnerRules {
  readonly #notices: NoticeList;
  readonly #rules: SourcedRule[] = [];
  #untrusted: OwnerRules | undefined;

  constructor(
    readonly owner: ConfigOwner,
    readonly precedence: "strictest" | "last-match",
    notices: NoticeList,
  ) {
    this.#notices = notices;
  }

  get rules(): readonly SourcedRule[] {
    return this.#rules;
  }

  /** The rules of folders that are not trusted, if their order could override a deny of other files. */
  get untrusted(): OwnerRules | undefined {
    return this.#untrusted;
  }

  /** Adds the rules of a translated setting and reports its remarks. An allow of a source that is not trusted is only reported. */
  add(verdict: Verdict, { rules, remarks = [] }: Translation, at: RulePosition): void {
    const origin = { file: at.source.file, line: at.line, text: at.text };
    for (const [kind, message] of remarks) this.#notices.add(kind, origin, message);
    if (verdict === "allow" && rules.length > 0 && !at.source.trusted) {
      this.#notices.add("untrusted", origin, "The folder is not trusted, so the rule allows nothing.");
      return;
    }
    const isOrdered = this.precedence === "last-match";
    if (isOrdered && !at.source.trusted)
      this.#untrusted ??= new OwnerRules(this.owner, "strictest", this.#notices);
    const target = (at.source.trusted ? undefined : this.#untrusted) ?? this;
    for (const conditions of rules) target.#add(verdict, conditions, at);
  }

  #add(verdict: Verdict, conditions: RuleConditions, { source, line, text, reason }: RulePosition): void {
    const origin = { file: source.file, line, text: shortened(text) };
    const place = `${shortened(text)} (${source.shown}:${line})`;
    const rule: PermissionRule = {
      ...conditions,
      verdict,
      reason: reason === undefined ? place : `${shortened(reason)} ${place}`,
    };
    this.#rules.push({ rule, origin });
  }
}

/** Returns a text in which every character is literal in a path pattern. */
export function literalPath(path: string): string {
  return path.replaceAll("\\", "\\\\").replace(/[*?[{]/g, "[$&]");
}
