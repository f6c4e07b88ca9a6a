/** Longest delay of a timer, in milliseconds: JavaScript engines fire timers with a longer delay at once. */
export const MAX_TIMER_DELAY_MS = 2 ** 31 - 1;
