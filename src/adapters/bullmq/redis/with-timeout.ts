/** Waits until a promise settles, but at most `durationMs`; a rejection counts as settled. */
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
