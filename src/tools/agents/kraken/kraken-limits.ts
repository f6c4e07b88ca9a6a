/** Groups of one change; ours: as many subagents are started. */
export const MAX_GROUPS = 64;

/** Files of one group; ours: more of them no subagent keeps in view. */
export const MAX_GROUP_FILES = 50;

/** Files of one change; ours. */
export const MAX_FILES = 1_000;

/** Workers at the same time; ours. */
export const MAX_WORKERS_AT_ONCE = 8;

/** Times that a plan is asked for: one that cannot be read is sent back once, with the problem. */
export const MAX_PLANS = 2;

/** UTF-16 code units of the instructions for one group. */
export const MAX_INSTRUCTIONS_CHARACTERS = 20_000;
