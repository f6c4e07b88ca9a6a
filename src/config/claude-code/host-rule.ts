import type { Verdict } from "../../contract/index.js";
import { type Translation, translated } from "../policy/index.js";

/** Translates the specifier of a WebFetch rule of Claude Code: `domain:example.com`, `domain:*.example.com` or `domain:*`. */
export function hostRule(specifier: string | undefined, verdict: Verdict): Translation {
  const domain = /^domain:\s*([^\s/]+)$/.exec(specifier ?? "domain:*")?.[1]?.replace(/\.$/, "");
  if (domain === "*")
    return translated(verdict === "allow" ? { kind: "fetch", host: "*" } : { kind: "fetch" });
  if (domain !== undefined) return domainRule(domain, verdict);
  const message = "A rule for WebFetch has the form WebFetch(domain:example.com).";
  const inUrl = /^(?:https?:\/\/)?([\w.*-]+)/.exec(specifier ?? "")?.[1];
  return translated(
    verdict === "allow" || inUrl === undefined ? [] : { host: inUrl },
    "never-matches",
    message,
  );
}

function domainRule(domain: string, verdict: Verdict): Translation {
  // Only a leading `*.` crosses dots in Claude Code; in the permission engine every wildcard does.
  const hasInnerWildcard = domain.replace(/^\*\./, "").includes("*");
  if (verdict === "allow")
    return hasInnerWildcard
      ? translated([], "stricter", "A wildcard between dots cannot be expressed, so the rule allows nothing.")
      : translated({ kind: "fetch", host: domain });
  return hasInnerWildcard
    ? translated({ host: domain }, "stricter", "A wildcard between dots also matches dots.")
    : translated({ host: domain });
}
