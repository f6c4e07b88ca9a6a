import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/**
 * Gives all tests a place for state of their own: they must leave nothing in that of whoever runs them.
 *
 * By the variable that has a fallback, because some tests run as another user, who may not write here.
 */
export default function setup(): () => void {
  const folder = mkdtempSync(join(tmpdir(), "collet-test-state-"));
  process.env.XDG_STATE_HOME = folder;
  return () => rmSync(folder, { recursive: true, force: true });
}
