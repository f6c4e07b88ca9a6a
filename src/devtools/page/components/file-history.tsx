import { useState } from "preact/hooks";
import { post } from "../connection.js";
import type { RunView } from "../run-view.js";
import type { PlaygroundAnswer, PlaygroundTool } from "./playground.js";

/** The tool that undoes a change; toolsets without it show no button. */
const UNDO_TOOL = "undo_edit";

interface FileHistoryProps {
  readonly view: RunView;
  readonly tools: readonly PlaygroundTool[];
  readonly token: string;
  readonly onSelect: (call: string) => void;
}

/** The changed files with the calls that changed them. */
export function FileHistory({ view, tools, token, onSelect }: FileHistoryProps) {
  const [outcome, setOutcome] = useState("");
  const canUndo = tools.some(({ name }) => name === UNDO_TOOL);
  const undo = (path: string): void => {
    const call = { name: UNDO_TOOL, input: JSON.stringify({ path }), mode: "run" };
    post<PlaygroundAnswer>(token, "/api/call", call).then(
      ({ text }) => setOutcome(text),
      (error: Error) => setOutcome(error.message),
    );
  };
  const matchers = countsOf([...view.files.values()].flat().flatMap((change) => change.matchers));
  return (
    <main class="files">
      {view.files.size === 0 && <p class="empty">No file was changed.</p>}
      {matchers !== "" && <p>Edits by matcher: {matchers}</p>}
      {[...view.files].map(([path, changes]) => (
        <article key={path}>
          <h2>{path}</h2>
          <ol>
            {changes.map(({ call, at, matchers: ownMatchers }) => (
              <li key={call}>
                <button type="button" class="link" onClick={() => onSelect(call)}>
                  {view.calls.get(call)?.record.toolName ?? "call"}
                </button>{" "}
                <time>{new Date(at).toLocaleTimeString()}</time> <small>{countsOf(ownMatchers)}</small>
              </li>
            ))}
          </ol>
          {canUndo && (
            <button type="button" onClick={() => undo(path)}>
              Undo the last change
            </button>
          )}
        </article>
      ))}
      {outcome !== "" && (
        <pre class="outcome" role="status">
          {outcome}
        </pre>
      )}
    </main>
  );
}

/** Returns how often each name occurs: `exact 12, line-keys 3`. */
function countsOf(names: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts]
    .sort(([, one], [, other]) => other - one)
    .map(([name, count]) => `${name} ${count}`)
    .join(", ");
}
