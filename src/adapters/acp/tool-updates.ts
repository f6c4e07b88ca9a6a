import {
  type AnyTool,
  type ContentPart,
  quietly,
  type ToolEvent,
  type ToolResult,
} from "../../contract/index.js";
import { showHiddenCharacters } from "../../permissions/index.js";
import { pathsInInput } from "../../schema/index.js";
import type { EditorTexts } from "./editor-texts.js";
import type { AcpClient, AcpStatus, AcpToolCall, AcpToolContent } from "./wire-types.js";

/** Maximum number of characters of the title of a call. */
const MAX_TITLE = 200;

/** Names of parameters that a title shows. */
const TITLE_PARAMETERS = [
  "command",
  "cmd",
  "path",
  "file_path",
  "filePath",
  "pattern",
  "url",
  "query",
] as const;

/** Options of the updates. */
export interface ToolUpdatesOptions {
  readonly client: AcpClient;
  readonly sessionId: string;
  readonly texts: EditorTexts;
  readonly cwd: string | undefined;
  /** Returns a tool by its name. */
  readonly toolNamed: (toolName: string) => Pick<AnyTool, "kind" | "inputSchema"> | undefined;
}

interface ShownCall {
  /** A command that the call may run. */
  readonly texts: ReadonlySet<string>;
  readonly content: AcpToolContent[];
  readonly locations: Map<string, { path: string }>;
}

/** Translates the events of calls to notifications of the protocol. */
export class ToolUpdates {
  readonly #options: ToolUpdatesOptions;
  readonly #calls = new Map<string, ShownCall>();

  constructor(options: ToolUpdatesOptions) {
    this.#options = options;
  }

  /** Shows an event. Notifications are sent in the order of the events. */
  onEvent(event: ToolEvent): void {
    const { callId } = event;
    switch (event.type) {
      case "tool-approval-request": {
        const { request } = event;
        if (request.askedBy === "tool") return;
        const locations = (request.facts.paths ?? []).map((fact) =>
          typeof fact === "string" ? fact : fact.path,
        );
        this.#show(
          callId,
          { title: request.title, kind: request.kind, rawInput: request.input, status: "pending" },
          locations,
        );
        return;
      }
      case "tool-call-start": {
        const tool = this.#options.toolNamed(event.toolName);
        const title = titleOf(event.toolName, event.input);
        const kind = tool?.kind ?? "other";
        const paths = tool === undefined ? [] : pathsInInput(event.input, tool.inputSchema).paths;
        const locations = paths.flatMap((path) => absolutePath(path, this.#options.cwd));
        this.#show(callId, { title, rawInput: event.input, status: "in_progress", kind }, locations);
        return;
      }
      case "tool-progress": {
        const text = event.update.output ?? event.update.message;
        const call = this.#calls.get(callId);
        if (text === undefined || call === undefined) return;
        this.#update({ toolCallId: callId, content: [...call.content, textContent(text)] });
        return;
      }
      case "file-edited": {
        this.#addDiff(callId, event.change.path);
        return;
      }
      case "tool-result":
        this.#end(callId, event.result, event.toolName);
    }
  }

  /** Shows the terminal of a command in the call that runs it, if only one does. */
  showTerminal(command: string, terminalId: string): void {
    const running = [...this.#calls].filter(([, { texts }]) => texts.has(command));
    const [only] = running;
    if (running.length !== 1 || only === undefined) return;
    const [toolCallId, { content }] = only;
    content.push({ type: "terminal", terminalId });
    this.#update({ toolCallId, content: [...content] });
  }

  #show(
    callId: string,
    call: Omit<AcpToolCall, "toolCallId"> & { title: string },
    paths: readonly string[],
  ): void {
    const isNew = !this.#calls.has(callId);
    const shown = this.#calls.get(callId) ?? {
      texts: textsOf(call.rawInput),
      content: [],
      locations: new Map(),
    };
    this.#calls.set(callId, shown);
    for (const path of paths) shown.locations.set(path, { path });
    const { title, ...fields } = call;
    const locations = [...shown.locations.values()];
    const update = { toolCallId: callId, ...fields, ...(locations.length > 0 && { locations }) };
    // The title of a question names what is done more precisely than that of the start.
    if (isNew) this.#send({ sessionUpdate: "tool_call", ...update, title: title.slice(0, MAX_TITLE) });
    else this.#send({ sessionUpdate: "tool_call_update", ...update });
  }

  #addDiff(callId: string, path: string): void {
    const call = this.#calls.get(callId);
    if (call === undefined) return;
    const diff = this.#options.texts.takeDiff(path);
    if (diff !== undefined) call.content.push({ type: "diff", path, ...diff });
    call.locations.set(path, { path });
    this.#update({ toolCallId: callId, content: [...call.content], locations: [...call.locations.values()] });
  }

  #end(callId: string, result: ToolResult, toolName: string): void {
    const call = this.#calls.get(callId);
    const ended: AcpToolCall = {
      toolCallId: callId,
      status: statusOf(result),
      content: [...(call?.content ?? []), ...result.content.flatMap(contentOf)],
      ...(result.status === "done" && result.result !== undefined && { rawOutput: result.result }),
    };
    if (call === undefined) {
      const title = titleOf(toolName, undefined);
      this.#send({ sessionUpdate: "tool_call", ...ended, title });
    } else this.#update(ended);
    this.#calls.delete(callId);
  }

  #update(update: AcpToolCall): void {
    this.#send({ sessionUpdate: "tool_call_update", ...update });
  }

  #send(update: Parameters<AcpClient["sessionUpdate"]>[0]["update"]): void {
    const { client, sessionId } = this.#options;
    // A client that cannot show a call never fails it.
    quietly(() => client.sessionUpdate({ sessionId, update }));
  }
}

/** A call that waits for the user is not over: it is continued later, with the same id. */
function statusOf({ status }: ToolResult): AcpStatus {
  if (status === "done") return "completed";
  return status === "blocked-on-user" ? "pending" : "failed";
}

/** Returns a path as the protocol requires it; nothing for one that cannot be made absolute. */
function absolutePath(path: string, cwd: string | undefined): readonly string[] {
  if (/^(?:[\\/]|[A-Za-z]:[\\/])/.test(path)) return [path];
  return cwd === undefined || path.startsWith("~") ? [] : [`${cwd}/${path.replace(/^\.\//, "")}`];
}

function titleOf(toolName: string, input: unknown): string {
  const parameters = (typeof input === "object" && input !== null ? input : {}) as Readonly<
    Record<string, unknown>
  >;
  const shown = TITLE_PARAMETERS.map((name) => parameters[name]).find((value) => typeof value === "string");
  const title = shown === undefined ? toolName : `${toolName} ${shown as string}`;
  return showHiddenCharacters(title.slice(0, MAX_TITLE));
}

/** Returns the texts of an input at its first level, one of which may be the command of a terminal. */
function textsOf(input: unknown): ReadonlySet<string> {
  const values = typeof input === "object" && input !== null ? Object.values(input) : [];
  return new Set(values.filter((value): value is string => typeof value === "string"));
}

function contentOf(part: ContentPart): readonly AcpToolContent[] {
  switch (part.type) {
    case "text":
      return part.text === "" ? [] : [textContent(part.text)];
    case "json":
      return [textContent(JSON.stringify(part.value))];
    case "image":
      return [{ type: "content", content: { type: "image", data: part.data, mimeType: part.mediaType } }];
    default:
      return [textContent(`A file of the type ${part.mediaType}.`)];
  }
}

function textContent(text: string): AcpToolContent {
  return { type: "content", content: { type: "text", text } };
}
