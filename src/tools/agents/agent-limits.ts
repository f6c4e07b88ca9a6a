/**
 * UTF-16 code units of the first prompt of a subagent. Chosen by Collet: a quarter of a small model's context window.
 */
export const MAX_PROMPT_CHARACTERS = 200_000;

/**
 * Bytes of a subagent's last text that are passed on. Chosen by Collet: two thirds of the size of any result in the Amp
 * specification.
 */
export const MAX_ANSWER_BYTES = 65_536;

/** UTF-16 code units of a subagent's text that an error message repeats. */
export const MAX_SAID_CHARACTERS = 2_000;
