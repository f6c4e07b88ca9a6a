/** Waits for something, but not longer than that; a failure is as good as an end. */
export async function withTimeout(work: Promise<unknown>, durationMs: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  await Promise.race([
    work.catch(() => {}),
    new Promise<void>((resolve) => {
      timer = setTimeout(resolve, durationMs);
    }),
  ]);
  clearTimeout(timer);
}
