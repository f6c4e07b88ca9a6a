/** A tool of another agent that has no counterpart here, and what to use instead. */
export interface ForeignTool {
  /** The toolset of the agent that has it; absent for tools that only some toolsets lack. */
  readonly toolset?: string;
  readonly names: readonly [string, ...string[]];
  /**
   * Replacements, the best first: any name of a tool, and advice in which `{tool}` stands for the name under which that
   * tool is offered.
   */
  readonly instead?: readonly (readonly [tool: string, advice: string])[];
  /** Advice if none of these tools is offered. */
  readonly otherwise?: string;
  /** Why there is no counterpart. Present together with `toolset`. */
  readonly reason?: string;
}

const IN_THE_BACKGROUND =
  "Start the command in the background, and read its new output with '{tool}' from time to time.";
const THE_HOST =
  "The mode and the folder of a session, and the time of its next turn, are decisions of the host.";
const LANGUAGE_SERVERS = "Language servers only report diagnostics: a search finds names in every language.";
const FINDS_NAMES = "Find the name with '{tool}', and read the lines around it.";
const IN_THE_ANSWER = "Write it in your answer.";

/** The tools of agents that their toolset leaves out, and tools that toolsets without such a tool lack. */
export const FOREIGN_TOOLS: readonly ForeignTool[] = [
  {
    toolset: "claude-code",
    names: ["EnterPlanMode", "enter_plan_mode", "plan_enter"],
    instead: [
      ["ExitPlanMode", "Look around with tools that only read, then submit your plan with '{tool}'."],
      ["ask_user", "Look around with tools that only read, then ask about your plan with '{tool}'."],
      ["question", "Look around with tools that only read, then ask about your plan with '{tool}'."],
    ],
    otherwise: "Look around with tools that only read, and write your plan as your answer.",
    reason: THE_HOST,
  },
  {
    toolset: "claude-code",
    names: ["ScheduleWakeup", "CronCreate", "CronDelete", "CronList"],
    otherwise: "Finish your turn, and write in your answer when and with what to continue.",
    reason: THE_HOST,
  },
  {
    toolset: "claude-code",
    names: ["EnterWorktree", "ExitWorktree"],
    instead: [["Bash", "Run git worktree with '{tool}', and pass its folder to the following calls."]],
    otherwise: "Stay in the working directory.",
    reason: THE_HOST,
  },
  {
    toolset: "claude-code",
    names: ["Monitor"],
    instead: [
      ["TaskOutput", IN_THE_BACKGROUND],
      ["BashOutput", IN_THE_BACKGROUND],
      ["write_stdin", "Start the command with exec_command, and read its new output with '{tool}'."],
    ],
    otherwise: "Run a command that ends when what you wait for has happened.",
    reason: "A line of output cannot begin a turn of the model; only the host can.",
  },
  {
    toolset: "claude-code",
    names: ["LSP"],
    instead: [["Grep", FINDS_NAMES]],
    otherwise: "Search for the name.",
    reason: LANGUAGE_SERVERS,
  },
  {
    toolset: "claude-code",
    names: ["Workflow"],
    instead: [
      ["Spawn", "Pass the steps that do not depend on each other as tasks to '{tool}'."],
      ["Task", "Start a subagent for each step with '{tool}'."],
    ],
    otherwise: "Carry out the steps yourself, one after the other.",
    reason: "A workflow is a script of Claude Code. `collet/code-mode` runs programs that call tools.",
  },
  {
    toolset: "claude-code",
    names: ["TeamCreate", "TeamDelete"],
    instead: [["Task", "Start each agent with '{tool}'; agents need no team."]],
    otherwise: "Carry out the tasks yourself.",
    reason: "Subagents work for the agent that started them and do not talk to each other.",
  },
  {
    toolset: "claude-code",
    names: ["ReportFindings", "StructuredOutput"],
    otherwise: IN_THE_ANSWER,
    reason: "They return the result to a program around Claude Code.",
  },
  {
    toolset: "codex",
    names: ["read_file"],
    instead: [["Bash", "Read files with '{tool}': sed -n '1,200p' FILE."]],
    otherwise: "Ask the user for the content.",
    reason: "Codex offers it to few models; all of them read files with commands.",
  },
  {
    toolset: "codex",
    names: ["list_dir"],
    instead: [["Bash", "List folders with '{tool}': ls, or rg --files."]],
    otherwise: "Ask the user for the names.",
    reason: "Codex offers it to few models; all of them list folders with commands.",
  },
  {
    toolset: "codex",
    names: ["grep_files"],
    instead: [["Bash", "Search with '{tool}': rg -n PATTERN."]],
    otherwise: "Ask the user for the place.",
    reason: "Codex offers it to few models; all of them search with commands.",
  },
  {
    toolset: "codex",
    names: ["request_permissions"],
    otherwise: "Make the call itself: the user is asked if it needs a permission.",
    reason: "Every call is judged, and the approver is asked about it if necessary.",
  },
  {
    toolset: "codex",
    names: ["resume_agent"],
    instead: [["send_input", "Continue the agent with '{tool}'."]],
    otherwise: "Carry out the task yourself.",
    reason: "An agent that has answered can be continued at any time.",
  },
  {
    toolset: "codex",
    names: ["spawn_agents_on_csv", "report_agent_job_result"],
    instead: [
      ["spawn_agent", "Start an agent for each row with '{tool}'."],
      ["Task", "Start an agent for each row with '{tool}'."],
    ],
    otherwise: "Carry out the tasks yourself.",
    reason: "A model can start several agents in one turn.",
  },
  {
    toolset: "codex",
    names: ["js_repl", "js_repl_reset"],
    instead: [["Bash", "Run node with '{tool}'."]],
    otherwise: "Do it without a program.",
    reason: "`collet/code-mode` runs programs that call tools, and node runs the others.",
  },
  {
    toolset: "gemini-cli",
    names: ["tracker_create_task", "tracker_update_task", "tracker_get_task", "tracker_list_tasks"],
    instead: [
      ["TaskCreate", "Keep the tasks with '{tool}' and the tools beside it."],
      ["TodoWrite", "Keep the whole list of tasks with '{tool}'."],
    ],
    otherwise: "Keep the list of tasks in your text.",
    reason: "gemini-cli has it as an experiment in place of `write_todos`, which keeps the same list.",
  },
  {
    toolset: "gemini-cli",
    names: ["tracker_add_dependency", "tracker_visualize"],
    instead: [
      ["TaskUpdate", "Set what a task waits for with '{tool}'."],
      ["TodoWrite", "Write the tasks in the order of the work with '{tool}'."],
    ],
    otherwise: "Keep the list of tasks in your text.",
    reason: "gemini-cli has it as an experiment in place of `write_todos`, which keeps the same list.",
  },
  {
    toolset: "gemini-cli",
    names: ["update_topic"],
    otherwise: "Continue without it, and write in your text what you do next.",
    reason: "It changes a heading in the terminal of gemini-cli and has no effect on the work.",
  },
  {
    toolset: "gemini-cli",
    names: ["save_memory"],
    instead: [
      ["memory", "Write the fact to a file with '{tool}'."],
      [
        "Edit",
        "Add the fact with '{tool}' to the file with the instructions of the project, such as AGENTS.md.",
      ],
      ["apply_patch", "Add the fact with '{tool}' to the instructions of the project, such as AGENTS.md."],
    ],
    otherwise: IN_THE_ANSWER,
    reason: "It changes a file that all later sessions obey; an edit of that file is judged as one.",
  },
  {
    toolset: "gemini-cli",
    names: ["exit_plan_mode"],
    instead: [["ask_user", "Ask the user about your plan with '{tool}'."]],
    otherwise: "Write your plan as your answer.",
    reason: THE_HOST,
  },
  {
    toolset: "gemini-cli",
    names: ["codebase_investigator", "generalist", "cli_help", "delegate_to_agent"],
    instead: [["Task", "Start an agent for the task with '{tool}'."]],
    otherwise: "Carry out the task yourself.",
    reason: "The agents of gemini-cli are its own. `invoke_agent` starts those of the host.",
  },
  {
    toolset: "gemini-cli",
    names: ["complete_task"],
    otherwise: "Finish with an answer that contains the result.",
    reason: "The answer of an agent is its last text.",
  },
  {
    toolset: "opencode",
    names: ["lsp"],
    instead: [["Grep", FINDS_NAMES]],
    otherwise: "Search for the name.",
    reason: LANGUAGE_SERVERS,
  },
  {
    toolset: "opencode",
    names: ["plan_exit"],
    instead: [["question", "Ask the user with '{tool}' whether to carry out your plan."]],
    otherwise: "Write your plan as your answer.",
    reason: THE_HOST,
  },
  {
    names: ["Read", "read", "read_many_files"],
    instead: [["Bash", "Read files with '{tool}': sed -n '1,200p' FILE."]],
  },
  {
    names: ["ListDir", "list", "ls", "list_directory"],
    instead: [["Bash", "List folders with '{tool}': ls, or rg --files."]],
  },
  { names: ["Grep", "grep", "grep_search"], instead: [["Bash", "Search with '{tool}': rg -n PATTERN."]] },
  { names: ["Glob", "glob"], instead: [["Bash", "Find files with '{tool}': rg --files -g PATTERN."]] },
  {
    names: ["Write", "write", "write_file", "create_file"],
    instead: [
      ["apply_patch", "Create and replace files with '{tool}', in a section Add File or Update File."],
    ],
  },
  {
    names: ["Edit", "edit", "edit_file", "replace", "MultiEdit", "multiedit"],
    instead: [["apply_patch", "Change files with '{tool}', in a section Update File."]],
  },
  { names: ["view_image"], instead: [["Read", "Show images with '{tool}'."]] },
  {
    names: ["TodoRead", "todoread"],
    instead: [
      ["TaskList", "Read the tasks with '{tool}'."],
      ["TodoWrite", "The list is the last one that you wrote with '{tool}'."],
    ],
  },
];
