import { type DiscoveredGuidance, visibleText } from "../tools/index.js";

/**
 * Returns a notice of guidance that is new to the session, for tools whose result is about something else; an empty
 * list without any.
 *
 * The notice only names the files, because a host may have put their text into the prompt already.
 */
export function guidanceNotices(guidance: readonly DiscoveredGuidance[] = []): readonly string[] {
  if (guidance.length === 0) return [];
  const paths = guidance.map(({ path }) => visibleText(path)).join(", ");
  return [
    `[This folder has guidance for agents that is new to you: ${paths}. Read it before you change anything here.]`,
  ];
}
