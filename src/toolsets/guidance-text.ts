import { type DiscoveredGuidance, visibleText } from "../tools/index.js";

/**
 * Names guidance that is new to the session, for tools whose answer is about something else; `undefined` without any.
 *
 * Its text is left for the model to read: a host may have put it into the prompt already.
 */
export function guidanceNotice(guidance: readonly DiscoveredGuidance[] = []): string | undefined {
  if (guidance.length === 0) return undefined;
  const paths = guidance.map(({ path }) => visibleText(path)).join(", ");
  return `[This place has guidance for agents that you have not seen yet: ${paths}. Read it before you change anything here.]`;
}
