/** Turns of the loop that shows how fast the machine is. */
const LOOP_TURNS = 1_000_000;
/** What the loop takes on the machine for which the bounds of the tests are written, while that has little else to do. */
const USUAL_LOOP_MS = 1;
/** Odd, for the median. */
const LOOPS = 5;

/**
 * Starts to count; what it gives tells the milliseconds that this process has been at work since, on whichever core, as on a
 * machine of usual speed.
 *
 * A test can so bound the time of what it calls: what other processes do does not count, and a machine that is ten times slower
 * for some seconds, as those in clouds are, shows that in the loop as well, before or after. What is waited for is not counted.
 */
export function startStopwatch(): () => number {
  const slownessBefore = machineSlowness();
  const startedMs = processorTimeMs();
  return () => {
    const elapsedMs = processorTimeMs() - startedMs;
    return elapsedMs / Math.max(slownessBefore, machineSlowness());
  };
}

/** How many times slower than usual this process gets on just now, at least 1; to find out takes some milliseconds. */
export function machineSlowness(): number {
  const times = Array.from({ length: LOOPS }, () => {
    const startedMs = processorTimeMs();
    if (loop() !== LOOP_RESULT) throw new Error("The loop has not run as it is written.");
    return processorTimeMs() - startedMs;
  });
  const median = times.sort((one, other) => one - other)[Math.floor(LOOPS / 2)] ?? 0;
  return Math.max(1, median / USUAL_LOOP_MS);
}

/** Works for so many milliseconds of processor time of a machine of usual speed, without a rest. */
export function workWithoutRest(usualMs: number): void {
  for (let loops = 0; loops < usualMs / USUAL_LOOP_MS; loops += 1) {
    if (loop() !== LOOP_RESULT) throw new Error("The loop has not run as it is written.");
  }
}

/** Milliseconds that this process has been at work. */
function processorTimeMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}

/** Of whole numbers only, always the same ones: with others, it depends on chance how well it gets compiled. */
function loop(): number {
  let sum = 1;
  for (let index = 0; index < LOOP_TURNS; index += 1) sum = Math.imul(sum, 31) ^ index;
  return sum;
}

/** Compared with every result, so that no compiler finds that nobody needs it; slow, for the loop gets compiled meanwhile. */
const LOOP_RESULT = [loop(), loop(), loop()][2];
