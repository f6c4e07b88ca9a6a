/** Groups of one change, each with one subagent. Chosen by Collet. */
export const MAX_GROUPS = 64;

/** Files of one group. Chosen by Collet: a subagent cannot handle more. */
export const MAX_GROUP_FILES = 50;

/** Files of one change. Chosen by Collet. */
export const MAX_FILES = 1_000;

/** Concurrent workers. Chosen by Collet. */
export const MAX_WORKERS_AT_ONCE = 8;

/** Number of requests for a plan: an unreadable plan is sent back once, with the problem. */
export const MAX_PLANS = 2;

/** UTF-16 code units of the instructions for one group. */
export const MAX_INSTRUCTIONS_CHARACTERS = 20_000;
