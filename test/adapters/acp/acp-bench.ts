import {
  type Agent,
  AgentSideConnection,
  type Client,
  ClientSideConnection,
  ndJsonStream,
  type RequestPermissionRequest,
  type SessionNotification,
} from "@agentclientprotocol/sdk";
import { acpSession } from "../../../src/adapters/acp/index.js";
import { type AnyTool, type Backend, memoryBackend } from "../../../src/index.js";

/** The client of a test: an editor with buffers, a user with an answer, and terminals with a prepared output. */
export interface AcpBench {
  readonly session: ReturnType<typeof acpSession>;
  readonly updates: SessionNotification["update"][];
  readonly questions: RequestPermissionRequest[];
  readonly buffers: Map<string, string>;
  readonly writes: Map<string, string>;
  readonly commands: string[];
  readonly backend: Backend;
  readonly released: () => number;
  readonly killed: () => number;
  /** Resolves when all earlier notifications have arrived. */
  settled(): Promise<void>;
}

/** What the client of a test does. */
export interface AcpBenchOptions {
  readonly files?: Readonly<Record<string, string>>;
  /** The backend below the session. Default: one in memory with `files`. */
  readonly base?: Backend;
  /** The answer to each question: an option, or `cancelled`. */
  readonly answer?: string;
  readonly capabilities?: { readonly fs?: object; readonly terminal?: boolean };
  /** The output of a terminal after each look; the command ends with the last one, or never. */
  readonly output?: readonly string[];
  readonly endless?: boolean;
  /** The tools whose kinds and parameters are known. */
  readonly tools?: readonly AnyTool[];
}

/** Connects an agent and a client of the official SDK over streams in memory. */
export function acpBench(options: AcpBenchOptions = {}): AcpBench {
  const { answer = "allow_once", output = ["hi\n"], endless = false } = options;
  const updates: SessionNotification["update"][] = [];
  const questions: RequestPermissionRequest[] = [];
  const buffers = new Map<string, string>();
  const writes = new Map<string, string>();
  const commands: string[] = [];
  let [released, killed, looks] = [0, 0, 0];
  let end: (exit: { exitCode: number | null; signal?: string }) => void = () => {};
  const exit = new Promise<{ exitCode: number | null; signal?: string }>((resolve) => {
    end = resolve;
  });
  const client: Client = {
    requestPermission: async (request) => {
      questions.push(request);
      return answer === "cancelled"
        ? { outcome: { outcome: "cancelled" } }
        : { outcome: { outcome: "selected", optionId: answer } };
    },
    sessionUpdate: async ({ update }) => void updates.push(update),
    readTextFile: async ({ path }) => {
      const content = buffers.get(path);
      if (content === undefined) throw new Error("not open");
      return { content };
    },
    writeTextFile: async ({ path, content }) => {
      writes.set(path, content);
      buffers.set(path, content);
      return {};
    },
    createTerminal: async ({ args = [] }) => {
      commands.push(args.join(" "));
      if (!endless) end({ exitCode: 3 });
      return { terminalId: "t1" };
    },
    terminalOutput: async () => {
      looks += 1;
      return { output: output.slice(0, endless ? looks : output.length).join(""), truncated: false };
    },
    waitForTerminalExit: () => exit,
    killTerminal: async () => {
      killed += 1;
      end({ exitCode: null, signal: "SIGKILL" });
      return {};
    },
    releaseTerminal: async () => {
      released += 1;
      return {};
    },
    extMethod: async () => ({}),
  };
  const toClient = new TransformStream<Uint8Array, Uint8Array>();
  const toAgent = new TransformStream<Uint8Array, Uint8Array>();
  const editor = new ClientSideConnection(() => client, ndJsonStream(toAgent.writable, toClient.readable));
  void editor;
  const agent = new AgentSideConnection(
    () => ({}) as Agent,
    ndJsonStream(toClient.writable, toAgent.readable),
  );
  const clientCapabilities = options.capabilities ?? {
    fs: { readTextFile: true, writeTextFile: true },
    terminal: true,
  };
  const session = acpSession(agent, {
    sessionId: "s1",
    cwd: "/w",
    clientCapabilities,
    toolNamed: (name) => options.tools?.find((tool) => tool.name === name),
  });
  return {
    session,
    updates,
    questions,
    buffers,
    writes,
    commands,
    backend: session.backend(
      options.base ?? memoryBackend({ files: options.files ?? { "/w/a.txt": "one\ntwo\n" } }),
    ),
    released: () => released,
    killed: () => killed,
    settled: async () => void (await agent.extMethod("_settled", {})),
  };
}
