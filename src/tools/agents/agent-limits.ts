/** UTF-16 code units that one subagent is given to read at its start; ours: a quarter of a small model's window. */
export const MAX_PROMPT_CHARACTERS = 200_000;

/** Bytes of a subagent's last words that are given on; ours: two thirds of what any result may hold (seed 001). */
export const MAX_ANSWER_BYTES = 65_536;

/** UTF-16 code units of a subagent's words that an error message repeats. */
export const MAX_SAID_CHARACTERS = 2_000;
