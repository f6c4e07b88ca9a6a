/**
 * Returns the number of iterations of the event loop while work runs. Work in one step has one or two, however slow the machine is.
 */
export async function iterationsDuring(work: () => Promise<unknown>): Promise<number> {
  let iterations = 0;
  let isOver = false;
  const tick = () => {
    if (isOver) return;
    iterations += 1;
    setImmediate(tick);
  };
  setImmediate(tick);
  await work();
  isOver = true;
  return iterations;
}
