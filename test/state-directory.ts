import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Gives all tests a state folder of their own: they must leave nothing in that of whoever runs them. */
export default function setup(): () => void {
  const folder = mkdtempSync(join(tmpdir(), "collet-test-state-"));
  process.env.COLLET_STATE_DIRECTORY = folder;
  return () => rmSync(folder, { recursive: true, force: true });
}
