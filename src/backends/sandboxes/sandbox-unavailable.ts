import { readFileSync } from "node:fs";
import { ToolError } from "../../contract/index.js";

/** Longest complaint of a program that a message quotes. */
const MAX_COMPLAINT_CHARACTERS = 300;

interface SystemSetting {
  readonly file: string;
  readonly value: string;
  readonly meaning: string;
}

/** Settings of Linux that forbid a user to create namespaces. */
const FORBIDDING: readonly SystemSetting[] = [
  {
    file: "/proc/sys/kernel/apparmor_restrict_unprivileged_userns",
    value: "1",
    meaning:
      "AppArmor forbids programs without a profile to create user namespaces, which is the default of Ubuntu since 23.10. Install an AppArmor profile for bwrap (package apparmor-profiles: bwrap-userns-restrict), or set kernel.apparmor_restrict_unprivileged_userns=0",
  },
  {
    file: "/proc/sys/kernel/unprivileged_userns_clone",
    value: "0",
    meaning:
      "the system forbids users to create user namespaces. Set kernel.unprivileged_userns_clone=1, or install bwrap with the setuid bit",
  },
  {
    file: "/proc/sys/user/max_user_namespaces",
    value: "0",
    meaning: "the system allows no user namespaces. Set user.max_user_namespaces to a number above 0",
  },
];

/** Returns the error for a sandbox that cannot be used. Nothing runs outside instead. */
export function sandboxUnavailable(problem: string): ToolError {
  return new ToolError(`${problem} Nothing was run outside of the sandbox.`, { code: "sandbox-unavailable" });
}

/** Returns the reason why bubblewrap cannot start, with its remedy. */
export function bubblewrapProblem(
  complaint: string,
  read: (file: string) => string | undefined = readSetting,
): string {
  const reasons = FORBIDDING.filter(({ file, value }) => read(file)?.trim() === value).map(
    ({ meaning }) => meaning,
  );
  const said = complaint.trim().slice(0, MAX_COMPLAINT_CHARACTERS);
  const cause = reasons.length === 0 ? "" : ` ${capitalized(reasons.join("; "))}.`;
  return `bubblewrap cannot start a sandbox here: ${said}.${cause}`;
}

/** Returns the reason why a container cannot be used, with its remedy. */
export function containerProblem(program: string, complaint: string): string {
  const said = complaint.trim().slice(0, MAX_COMPLAINT_CHARACTERS);
  const text = complaint.toLowerCase();
  const says = (...parts: readonly string[]) => parts.some((part) => text.includes(part));
  if (says("cannot connect to the docker daemon", "is the docker daemon running", "connection refused"))
    return `The daemon of ${program} does not run or does not accept this user: ${said}. Start it, or use podman, which needs none.`;
  if (says("user namespace", "newuidmap", "subuid", "clone: operation not permitted"))
    return `${program} cannot create user namespaces here: ${said}. Add entries for this user to /etc/subuid and /etc/subgid, and allow user namespaces.`;
  return `${program} cannot run the container: ${said}.`;
}

function readSetting(file: string): string | undefined {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return undefined;
  }
}

function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
