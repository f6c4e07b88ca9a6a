/** The tools of Claude Code 2.1 and of earlier versions. */
const TOOLS: ReadonlySet<string> = new Set([
  ...[
    "Agent",
    "Artifact",
    "AskUserQuestion",
    "Bash",
    "BashOutput",
    "Cd",
    "CronCreate",
    "CronDelete",
    "CronList",
  ],
  ...[
    "Edit",
    "EndConversation",
    "EnterPlanMode",
    "EnterWorktree",
    "ExitPlanMode",
    "ExitWorktree",
    "Glob",
    "Grep",
  ],
  ...["KillBash", "KillShell", "LS", "LSP", "ListAgents", "ListMcpResourcesTool", "Monitor", "MultiEdit"],
  ...["NotebookEdit", "NotebookRead", "PowerShell", "PushNotification", "Read", "ReadMcpResourceTool"],
  ...[
    "RemoteTrigger",
    "ReportFindings",
    "ScheduleWakeup",
    "SendMessage",
    "SendUserFile",
    "ShareOnboardingGuide",
  ],
  ...[
    "Skill",
    "SlashCommand",
    "Task",
    "TaskCreate",
    "TaskGet",
    "TaskList",
    "TaskOutput",
    "TaskStop",
    "TaskUpdate",
  ],
  ...[
    "TodoRead",
    "TodoWrite",
    "ToolSearch",
    "WaitForMcpServers",
    "WebFetch",
    "WebSearch",
    "Workflow",
    "Write",
  ],
]);

/** Returns whether Claude Code may have a tool. As in Claude Code, names with `_` or `*` are not checked. */
export function isKnownTool(name: string): boolean {
  return TOOLS.has(name) || /[_*]/.test(name);
}
