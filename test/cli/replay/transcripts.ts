/** Transcripts of each format, with the same call of a command in most of them. */

export const line = (record: unknown): string => JSON.stringify(record);

export const lines = (...records: readonly unknown[]): string => `${records.map(line).join("\n")}\n`;

/** A call of Claude Code. */
export const claudeCall = (id: string, name: string, input: unknown, cwd = "/home/me/app") => ({
  type: "assistant",
  cwd,
  message: { role: "assistant", content: [{ type: "tool_use", id, name, input }] },
});

/** The result of an edit of Claude Code. */
export const claudeResult = (id: string, toolUseResult: unknown) => ({
  type: "user",
  cwd: "/home/me/app",
  message: { role: "user", content: [{ type: "tool_result", tool_use_id: id, content: "ok" }] },
  toolUseResult,
});

/** An edit of Claude Code and its result. */
export const claudeEdit = (id: string, before: string, [oldString, newString]: readonly [string, string]) => [
  claudeCall(id, "Edit", { file_path: "/home/me/app/a.ts", old_string: oldString, new_string: newString }),
  claudeResult(id, { filePath: "a.ts", originalFile: before, oldString, newString, replaceAll: false }),
];

const PATCH = "*** Begin Patch\n*** Update File: a.ts\n@@\n-one\n+two\n*** End Patch";

export const CODEX = lines(
  { type: "session_meta", payload: { cwd: "/home/me/app" } },
  {
    type: "response_item",
    payload: {
      type: "function_call",
      name: "exec_command",
      arguments: '{"cmd":"git status"}',
      call_id: "c1",
    },
  },
  {
    type: "response_item",
    payload: { type: "custom_tool_call", name: "apply_patch", input: PATCH, call_id: "c2" },
  },
  { type: "function_call", name: "exec_command", arguments: '{"cmd":"npm test"}', call_id: "c3" },
  {
    type: "custom_tool_call",
    name: "exec",
    input: "text(await tools.update_plan({ plan: [] }))",
    call_id: "c4",
  },
  { type: "function_call", name: "wait", arguments: '{"cell_id":"1","terminate":true}', call_id: "c5" },
);

const OPENCODE_SESSION = {
  info: { id: "s", directory: "/home/me/app" },
  messages: [
    {
      info: { role: "assistant" },
      parts: [
        { type: "text", text: 'a "quoted" } text' },
        {
          type: "tool",
          callID: "o1",
          tool: "read",
          state: { status: "completed", input: { filePath: "a.ts" } },
        },
        {
          type: "tool",
          callID: "o2",
          tool: "apply_patch",
          state: {
            status: "completed",
            input: { patchText: PATCH },
            metadata: { files: [{ type: "update", relativePath: "a.ts", before: "one\n", after: "two\n" }] },
          },
        },
      ],
    },
  ],
};

/** An exported session over several lines, and on one line. */
export const OPENCODE = JSON.stringify(OPENCODE_SESSION, undefined, 2);
export const OPENCODE_ON_ONE_LINE = JSON.stringify(OPENCODE_SESSION);

export const GEMINI = JSON.stringify(
  {
    sessionId: "g",
    messages: [
      { type: "user", content: "hello" },
      {
        type: "gemini",
        toolCalls: [
          { id: "g1", name: "run_shell_command", args: { command: "git status" }, status: "success" },
          {
            id: "g2",
            name: "replace",
            args: { file_path: "a.ts", old_string: "one", new_string: "two" },
            status: "success",
            resultDisplay: { originalContent: "one\n", newContent: "two\n" },
          },
        ],
      },
    ],
  },
  undefined,
  2,
);

const AI_SDK_MESSAGES = [
  { role: "user", content: "hello" },
  {
    role: "assistant",
    content: [{ type: "tool-call", toolCallId: "a1", toolName: "Read", input: { path: "a.ts" } }],
  },
  {
    role: "assistant",
    parts: [{ type: "tool-Grep", toolCallId: "a2", input: { pattern: "one" }, state: "output-available" }],
  },
  {
    role: "assistant",
    parts: [{ type: "tool-invocation", toolInvocation: { toolCallId: "a3", toolName: "Read", args: {} } }],
  },
];

export const AI_SDK = JSON.stringify(AI_SDK_MESSAGES, undefined, 2);
export const AI_SDK_ON_ONE_LINE = JSON.stringify({ messages: AI_SDK_MESSAGES });
