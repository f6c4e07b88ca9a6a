/**
 * Milliseconds that this process has spent at work, on whichever core: unlike the time on the wall they do not depend on what
 * else the machine does.
 */
export function processorTimeMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}
