import { useEffect, useRef, useState } from "preact/hooks";
import { type ConnectionState, followRecords, post } from "../connection.js";
import { applyRecord, emptyView, type RunView } from "../run-view.js";
import { CallDetails } from "./call-details.js";
import { CallList } from "./call-list.js";
import { Costs } from "./costs.js";
import { FileHistory } from "./file-history.js";
import { Playground, type PlaygroundTool } from "./playground.js";
import { Processes } from "./processes.js";
import { Questions } from "./questions.js";

type Tab = "calls" | "files" | "processes" | "cost" | "playground";

interface HostState {
  /** Whether the page shows a runtime that is running; otherwise it shows a recording. */
  readonly live: boolean;
  readonly tools: readonly PlaygroundTool[];
}

/** The whole page. */
export function App({ token }: { readonly token: string }) {
  const view = useRef<RunView>(emptyView());
  const [, redraw] = useState(0);
  const [connection, setConnection] = useState<ConnectionState>("closed");
  const [host, setHost] = useState<HostState>({ live: false, tools: [] });
  const [tab, setTab] = useState<Tab>("calls");
  const [selected, setSelected] = useState<string>();

  useEffect(() => {
    let isScheduled = false;
    // Many records come at once: the page is drawn once a frame.
    const schedule = (): void => {
      if (isScheduled) return;
      isScheduled = true;
      requestAnimationFrame(() => {
        isScheduled = false;
        redraw((count) => count + 1);
      });
    };
    void followRecords(token, {
      onReset: () => {
        view.current = emptyView();
        void post<HostState>(token, "/api/state", {}).then(setHost, () => {});
      },
      onRecords: (records) => {
        for (const record of records) applyRecord(view.current, record);
        schedule();
      },
      onState: setConnection,
    });
  }, [token]);

  const { questions, files, calls, processes } = view.current;
  const call = selected === undefined ? undefined : calls.get(selected);
  const open = (key: string): void => {
    setTab("calls");
    setSelected(key);
  };
  const tabs: readonly (readonly [Tab, string])[] = [
    ["calls", `Calls (${calls.size})`],
    ["files", `Files (${files.size})`],
    ["processes", `Processes (${processes.size})`],
    ["cost", "Cost"],
    ...(host.tools.length > 0 ? ([["playground", "Playground"]] as const) : []),
  ];
  return (
    <>
      <header>
        <h1>Collet DevTools</h1>
        <nav aria-label="Views">
          {tabs.map(([name, title]) => (
            <button key={name} type="button" aria-pressed={tab === name} onClick={() => setTab(name)}>
              {title}
            </button>
          ))}
        </nav>
        <span class={`connection ${connection}`} role="status">
          {connectionText(connection, { isLive: host.live })}
        </span>
      </header>
      <Questions questions={[...questions.values()]} token={token} isLive={host.live} />
      {tab === "calls" && (
        <main class={call === undefined ? "calls" : "calls with-details"}>
          <CallList view={view.current} selected={selected} onSelect={setSelected} />
          {call !== undefined && (
            <CallDetails
              call={call}
              view={view.current}
              onSelect={open}
              onClose={() => setSelected(undefined)}
            />
          )}
        </main>
      )}
      {tab === "files" && (
        <FileHistory view={view.current} tools={host.tools} token={token} onSelect={open} />
      )}
      {tab === "processes" && <Processes view={view.current} onSelect={open} />}
      {tab === "cost" && <Costs view={view.current} onSelect={open} />}
      {tab === "playground" && <Playground tools={host.tools} token={token} />}
    </>
  );
}

function connectionText(state: ConnectionState, { isLive }: { readonly isLive: boolean }): string {
  if (state === "refused") return "The token is missing: open the address that the host printed.";
  if (state === "closed") return "The host does not answer.";
  return isLive ? "live" : "recording";
}
