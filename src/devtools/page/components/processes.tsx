import type { ProcessView } from "../process-view.js";
import type { RunView } from "../run-view.js";

interface ProcessesProps {
  readonly view: RunView;
  readonly onSelect: (call: string) => void;
}

/** The commands and background jobs that calls started, the newest first. */
export function Processes({ view, onSelect }: ProcessesProps) {
  const processes = [...view.processes.values()].reverse();
  if (processes.length === 0) return <p class="empty">No process was started.</p>;
  const running = processes.filter(({ endedAt }) => endedAt === undefined).length;
  return (
    <main class="table">
      <p>
        {processes.length - running} ended, {running} running
      </p>
      <table>
        <thead>
          <tr>
            <th>Command</th>
            <th>State</th>
            <th class="number">Exit code</th>
            <th class="number">Time</th>
          </tr>
        </thead>
        <tbody>
          {processes.map((process) => (
            <tr key={process.call}>
              <td>
                <button type="button" class="link code" onClick={() => onSelect(process.call)}>
                  {process.command}
                </button>
                {process.jobId !== undefined && <small> {process.jobId}</small>}
              </td>
              <td>{process.state}</td>
              <td class={`number ${(process.exitCode ?? 0) === 0 ? "" : "bad"}`}>{process.exitCode ?? ""}</td>
              <td class="number">{seconds(process, view.to)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </main>
  );
}

function seconds({ startedAt, endedAt }: ProcessView, now: number): string {
  return `${(((endedAt ?? now) - startedAt) / 1_000).toFixed(1)} s`;
}
