import { type TextMatcher, wildcard } from "../../text/index.js";

/**
 * Creates a matcher for a command pattern. `*` matches any text, and a final ` *` also matches nothing, so that
 * `git log *` covers `git log` (but not `git logs`).
 */
export function commandPattern(pattern: string): TextMatcher {
  const text = pattern
    .trim()
    .replace(/\s+/g, " ")
    .replace(/'([^'" ]* [^'"]*)'/g, '"$1"');
  if (!text.endsWith(" *")) return wildcard(text);
  const withArguments = wildcard(text);
  const bare = wildcard(text.slice(0, -2));
  return (command) => withArguments(command) || bare(command);
}
