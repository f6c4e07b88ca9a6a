import { readdirSync, readlinkSync } from "node:fs";

/** Returns how many descriptors this process holds open, without the measurement that a busy machine may start at any time. */
export function openDescriptors(): number {
  return readdirSync("/proc/self/fd").filter((descriptor) => {
    try {
      return !readlinkSync(`/proc/self/fd/${descriptor}`).endsWith("/schedstat");
    } catch {
      // That of the listing itself.
      return true;
    }
  }).length;
}
