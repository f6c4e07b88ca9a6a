import type { ApprovalAnswer, PermissionRule } from "../contract/index.js";
import { checkRules } from "./normalize-permissions.js";
import { exactPathPattern } from "./path-pattern.js";
import { readPlainCommand } from "./read-plain-command.js";
import type { PermissionRequest } from "./rule-set.js";

/** Programs that run other commands, or whatever a file or an argument says: an approval of one call covers no other. */
const NEVER_REMEMBERED = new Set(
  (
    "bash sh zsh dash ksh ash fish mksh rbash pwsh powershell cmd python python2 python3 pypy node deno bun perl ruby php " +
    "lua tclsh awk gawk mawk osascript env sudo doas su timeout nohup xargs command exec nice time builtin eval source . " +
    "coproc setsid stdbuf ionice chrt taskset chroot unshare nsenter flock strace ltrace busybox toybox watch parallel ssh " +
    "script trap runuser firejail bwrap npx pnpx bunx uvx pipx tsx ts-node make find fd gdb docker podman kubectl"
  ).split(" "),
);

/**
 * The rules to remember after an approval: nothing for `"once"` and a rejection, the host's own rules as they are
 * (checked), and for `"session"` the narrowest rules that cover this very call again: its exact command, paths or hosts,
 * bound to the tool.
 *
 * Empty where nothing narrow can be said: a command that is more than one plain simple command or starts with an
 * interpreter or a wrapper, and a tool that changes or runs something without naming it.
 */
export function grantFor(
  request: PermissionRequest,
  answer: ApprovalAnswer = { approved: true, remember: "session" },
): readonly PermissionRule[] {
  if (!answer.approved || answer.remember === undefined || answer.remember === "once") return [];
  if (answer.remember !== "session") return checkRules(answer.remember);
  const [tool] = request.names;
  if (tool === undefined) return [];
  const { paths = [], hosts = [], command } = request.facts;
  if (command !== undefined) return commandGrant(request, tool, command);
  const rules: PermissionRule[] = [];
  for (const path of exactPaths(request)) rules.push({ tool, path, verdict: "allow" });
  for (const host of new Set(hosts)) if (!host.includes("*")) rules.push({ tool, host, verdict: "allow" });
  if (paths.length > 0 || hosts.length > 0) return rules;
  return ["edit", "delete", "move", "execute"].includes(request.kind) ? [] : [{ tool, verdict: "allow" }];
}

function commandGrant(request: PermissionRequest, tool: string, text: string): readonly PermissionRule[] {
  const command = readPlainCommand(text);
  if (command === undefined) return [];
  const program = (command.split(" ")[0] ?? "").split("/").at(-1) ?? "";
  if (NEVER_REMEMBERED.has(program.replace(/[\d.]+$/, "")) || NEVER_REMEMBERED.has(program)) return [];
  const rules: PermissionRule[] = [{ tool, command, verdict: "allow" }];
  for (const path of exactPaths(request)) rules.push({ tool, command, path, verdict: "allow" });
  return rules;
}

function exactPaths({ facts: { paths = [] } }: PermissionRequest): ReadonlySet<string> {
  return new Set(paths.map(({ path }) => exactPathPattern(path)));
}
