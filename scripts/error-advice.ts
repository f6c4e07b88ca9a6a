import type { ErrorCode } from "../src/contract/index.js";

/** What an error code means, and what the host can do about it. */
export interface ErrorAdvice {
  readonly meaning: string;
  readonly remedy: string;
}

/** What each code means; the compiler refuses a missing one. */
export const ERROR_ADVICE: Readonly<Record<ErrorCode, ErrorAdvice>> = {
  "invalid-call": {
    meaning: "The call is not an object with an id and a name, or its input is not a JSON value.",
    remedy: "Read the calls of a reply with `parseToolCalls` of the provider's adapter.",
  },
  "unknown-tool": {
    meaning:
      "No tool and no alias has this name. The message names a similar one, or what to use instead of a tool of another agent.",
    remedy:
      "Pass `toTools(runtime.tools())` with each request, or choose the toolset that the model was trained on.",
  },
  "tool-not-available": {
    meaning: "The tool exists, but not in this mode, session or subagent.",
    remedy: "Offer `runtime.tools()` of the same mode and session that executes the calls.",
  },
  "invalid-input": {
    meaning: "The input does not match the schema after all repairs; the message lists each parameter.",
    remedy:
      "Nothing, in most cases: models correct the call. If one repeats, read the description of the parameter.",
  },
  "duplicate-call-id": {
    meaning: "Two calls of a batch have the same id. The first one runs.",
    remedy: "Keep the ids of the provider. If it has none, leave them out; the adapters make unique ones.",
  },
  "nested-too-deep": {
    meaning: "A tool called a tool that called a tool, and so on, beyond the limit.",
    remedy: "Look for tools that call each other in a circle.",
  },
  "permission-denied": {
    meaning: "A rule denies the call, or a hook does.",
    remedy:
      "`await runtime.explain(call)` or `collet call --explain` names the rule, see [permissions](permissions.md).",
  },
  "rejected-by-user": {
    meaning: "The user said no to the question.",
    remedy: "Nothing. The text of the user is in the message that the model reads.",
  },
  "blocked-on-user": {
    meaning: "The call waits for an answer, because the runtime has no `onApproval`.",
    remedy: "Show `result.approval` and pass the answer to `runtime.resume`, or pass `onApproval`.",
  },
  "approval-failed": {
    meaning: "`onApproval` or the approval store threw, or its answer is not a decision.",
    remedy: "Read the message; it contains the thrown value. The call has not run.",
  },
  "approval-mismatch": {
    meaning:
      "The answer belongs to another input or question, was given before, is older than 30 days, or comes from another state directory.",
    remedy: "Use the same `stateDirectory` in each process that asks and answers. Ask again.",
  },
  "external-directory": {
    meaning: "The path is outside the workspace, and its use was not approved for this call.",
    remedy: "Add the folder to `roots`, or approve the question about it.",
  },
  "changed-since-approval": {
    meaning: "The file or link changed between the question and the run.",
    remedy: "Let the model repeat the call; the new question shows the present state.",
  },
  cancelled: {
    meaning:
      "The call was stopped by its signal, by `runtime.cancel` or because the runtime was disposed of.",
    remedy: "Nothing. `trackFiles` names what it had changed.",
  },
  timeout: {
    meaning: "The call, its middleware or its approval took longer than allowed.",
    remedy:
      "Raise `timeoutMs` of the runtime or the tool. Report progress: it restarts the time of the call.",
  },
  "tool-failed": {
    meaning: "The tool threw an error without a code.",
    remedy: "Throw a `ToolError` with a code and a remedy, see [custom tools](custom-tools.md).",
  },
  "invalid-output": {
    meaning: "The tool, an executor or middleware returned something that is not a result.",
    remedy: "The message names the culprit. `describeTool` of `collet/testing` finds it before a model does.",
  },
  "runtime-disposed": {
    meaning: "The runtime or the session was disposed of.",
    remedy: "Dispose of it after the last call; `await using` ends at the end of its block.",
  },
  "not-supported": {
    meaning: "The runtime has no model, search provider or backend that this tool needs.",
    remedy: "The message names the option of `createToolRuntime`.",
  },
  "invalid-path": {
    meaning: "The path is empty, contains NUL, or is not a valid name on this system.",
    remedy: "Nothing, in most cases: models correct the call.",
  },
  "not-found": {
    meaning: "The file does not exist. The message names similar files if there are any.",
    remedy: "If it exists on another machine, check `cwd` and `backend`.",
  },
  "already-exists": {
    meaning: "The target of a new file or a move exists.",
    remedy: "Nothing: the model edits the file or chooses another name.",
  },
  "directory-not-empty": {
    meaning: "A folder with entries is deleted only with the parameter for it.",
    remedy: "Nothing: the model repeats the call with the parameter.",
  },
  "access-denied": {
    meaning: "The operating system refused it.",
    remedy: "Check the owner and the mode of the file, and mounts that are read-only.",
  },
  "not-a-file": {
    meaning: "The path is a folder.",
    remedy: "Nothing: the model lists the folder.",
  },
  "not-a-directory": {
    meaning: "The path, or a part of it before the last name, is a file.",
    remedy: "Nothing: the model corrects the path.",
  },
  "special-file": {
    meaning: "The path is a FIFO, socket or device. It was not opened, because a read could wait forever.",
    remedy: "Use a command if you need its content.",
  },
  "symlink-loop": {
    meaning: "Symbolic links point at each other.",
    remedy: "Remove one of the links.",
  },
  "protected-path": {
    meaning: "The file may be executed later or changes how tools behave, for example `.git/hooks`.",
    remedy: "Approve the question about it; see the list in [security](security.md#protected-paths).",
  },
  "reading-secret-file": {
    meaning: "The name or the content is that of a secret, for example `.env` or a private key.",
    remedy:
      "No option lets a model read it. `secretPaths` adds names; see the list in [security](security.md#list-of-secret-files).",
  },
  "binary-file": {
    meaning: "The first bytes are not text.",
    remedy: "Nothing: images and PDFs are returned as such, other formats need a command.",
  },
  "file-too-large": {
    meaning: "The file is larger than the limit of the operation.",
    remedy: "The message names an alternative, see [edits](edits.md) and [output](output.md).",
  },
  "range-out-of-bounds": {
    meaning: "The lines do not exist.",
    remedy: "Nothing: the message contains the number of lines.",
  },
  "not-utf8": {
    meaning: "The file has another encoding, so an edit would damage it.",
    remedy: "Convert it, for example with `iconv`.",
  },
  "stale-file": {
    meaning: "The file changed since the model read it, and the change touches the same lines.",
    remedy: "Nothing: the model reads it again. `staleness` decides when this is checked.",
  },
  "not-read": {
    meaning: "The toolset requires that a file is read before it is changed.",
    remedy: "Nothing: the model reads it. `staleness` changes the rule.",
  },
  "changed-since-edit": {
    meaning: "The file has changed since the change to undo.",
    remedy: "Undo it with version control.",
  },
  "nothing-to-undo": {
    meaning: "This session made no such change, or it is no longer kept.",
    remedy: "Undo it with version control.",
  },
  "file-locked": {
    meaning: "Another process holds the file's lock for longer than a call waits.",
    remedy: "The message names the process. A lock of a process that has ended is taken over.",
  },
  "half-done": {
    meaning:
      "A change of several files failed, and so did its roll-back. `outcomes` has the state of each path.",
    remedy: "Repair the disk. The next change of these files finishes it, see [edits](edits.md).",
  },
  "no-space": {
    meaning: "The disk or the quota is full. The file has its old content.",
    remedy: "Free space.",
  },
  "io-error": {
    meaning: "The disk failed. The message states what is known of the file.",
    remedy: "Look at the log of the operating system.",
  },
  "connection-lost": {
    meaning: "The connection to a remote backend ended during the call.",
    remedy: "The message states whether a change happened, see [remote](remote.md).",
  },
  "no-match": {
    meaning: "The old text is not in the file. The message shows the nearest lines.",
    remedy: "Nothing: the model repeats the edit. `npm run score:edits` measures how often this happens.",
  },
  "multiple-matches": {
    meaning: "The old text is in the file more than once. The message names the lines.",
    remedy: "Nothing: the model adds lines around it.",
  },
  "identical-strings": {
    meaning: "Old and new text are equal.",
    remedy: "Nothing.",
  },
  "empty-match": {
    meaning: "The old text is empty, although the file is not.",
    remedy: "Nothing: the model names the text.",
  },
  "elided-text": {
    meaning:
      "The new text contains a placeholder such as `// ... rest of the code`, and the old text does not occur exactly once.",
    remedy: "Nothing: the model writes the text.",
  },
  "no-change": {
    meaning: "The file already contains the change.",
    remedy: "Nothing.",
  },
  "invalid-patch": {
    meaning: "The patch is not in a known format. The message names the line.",
    remedy: "Nothing: the model corrects it.",
  },
  "formatter-missing": {
    meaning: "No formatter is installed for this file.",
    remedy: "Install one in the project, for example `prettier` or `biome`.",
  },
  "format-failed": {
    meaning: "The formatter refused the file; its output is in the message.",
    remedy: "Correct the syntax error that it names.",
  },
  "invalid-pattern": {
    meaning: "The regular expression or glob is not valid.",
    remedy: "Nothing: the model corrects it.",
  },
  "ripgrep-missing": {
    meaning: "ripgrep is not installed, and the slow search that replaces it is not available.",
    remedy: "Install without `--omit=optional`, install `rg`, or set `RIPGREP_PATH`.",
  },
  "search-failed": {
    meaning: "ripgrep ended with an error; its text is in the message.",
    remedy: "Read the message; it names the file or the option.",
  },
  "shell-missing": {
    meaning: "No shell was found on this machine.",
    remedy: "Install bash; on Windows, Git for Windows has one.",
  },
  "spawn-failed": {
    meaning:
      "The shell could not be started or ended at once, or a client of the Agent Client Protocol did not start a terminal within 30 seconds.",
    remedy:
      "Check that the working directory exists and that the machine has processes and memory left; with a client, check that it can open terminals.",
  },
  "sandbox-unavailable": {
    meaning: "The command needs a sandbox that this machine does not have, so it was not run.",
    remedy: "Install bubblewrap, or see the conditions in [shell](shell.md).",
  },
  "unknown-job": {
    meaning: "No background job or cell of the session has this id.",
    remedy: "Nothing: the message lists the ids. Jobs end with their session.",
  },
  "too-many-jobs": {
    meaning: "The session already runs the maximum number of background jobs.",
    remedy: "Nothing: the model ends one.",
  },
  "unknown-subagent": {
    meaning: "No such kind of subagent, or the one to continue is no longer kept.",
    remedy: "Pass the kinds to `subagents`, see [subagents](subagents.md).",
  },
  "subagent-limit": {
    meaning: "Subagents are nested too deep, or the session has started too many.",
    remedy: "Raise `maxDepth` or `maxPerSession`.",
  },
  "subagent-failed": {
    meaning: "The loop of the subagent ended without an answer; the message states the reason.",
    remedy: "Look at its events in [DevTools](devtools.md).",
  },
  "invalid-url": {
    meaning: "The URL cannot be read or has a scheme other than http and https.",
    remedy: "Nothing: the model corrects it.",
  },
  "blocked-address": {
    meaning: "The host is a private or local address, which a page could use to reach your network.",
    remedy: "No option allows one; write a custom tool for such pages, see [web](web.md).",
  },
  "too-many-redirects": {
    meaning: "The page redirects too often.",
    remedy: "Open the URL in a browser.",
  },
  "http-error": {
    meaning: "The server answered with an error status, which is in the message.",
    remedy: "Try again later if the message advises it.",
  },
  "network-error": {
    meaning: "No connection: name resolution, certificate, refused or timed out.",
    remedy: "Check the network of the machine that runs the tools.",
  },
  "unsupported-content": {
    meaning: "The page is neither text, image nor PDF, or its encoding is unknown.",
    remedy: "Download it with a command.",
  },
  "content-too-large": {
    meaning: "The content is larger than the limit.",
    remedy: "Download it with a command and read a part.",
  },
  "check-missing": {
    meaning: "The folder has no test, lint or type check that Collet knows.",
    remedy: "Add a script to the project, see [checks](checks.md).",
  },
  "unknown-thread": {
    meaning: "No stored thread has this id.",
    remedy: "Pass a `threads` store that keeps it, see [threads](threads.md).",
  },
  "unknown-task": {
    meaning: "The task list has no task with this id.",
    remedy: "Nothing: the message lists the ids.",
  },
  "worker-lost": {
    meaning: "The worker ended during the call. The message states whether the call had begun.",
    remedy: "Look at the files in `trackFiles`; repeat the call if it had not begun, see [fleet](fleet.md).",
  },
  "forged-message": {
    meaning: "A message in Redis has no valid signature.",
    remedy: "Configure the same `secret` for host and workers, and find the other writers of this Redis.",
  },
  "redis-restored": {
    meaning: "Redis has an older state than the worker remembers, so a call could run twice.",
    remedy: "Start the batch again; the next call uses the new state.",
  },
};
