import { tokensOfCall } from "../cost-view.js";
import { type CallView, diffIn, durationText, phasesOf, type RunView, stateOf } from "../run-view.js";
import { DiffView } from "./diff-view.js";

/** The names of the parts of a call's time. */
const PHASES = {
  conflict: "Waited for conflicting calls",
  approval: "Waited for the approval",
  slot: "Waited for a free slot",
  running: "Ran",
} as const;

interface CallDetailsProps {
  readonly call: CallView;
  readonly view: RunView;
  readonly onSelect: (key: string) => void;
  readonly onClose: () => void;
}

/** Everything that was recorded about one call. */
export function CallDetails({ call, view, onSelect, onClose }: CallDetailsProps) {
  const { record, start, end, answer } = call;
  const { decision } = record;
  const tokens = tokensOfCall(call);
  const earlier = call.waitedFor.length > 0 ? call.waitedFor : record.conflicts;
  const diff = end === undefined ? undefined : diffIn(end.text);
  return (
    <section class="details" aria-label="Call">
      <div class="title">
        <h2>{record.toolName}</h2>
        <span class={`badge ${stateOf(call)}`}>{stateOf(call)}</span>
        <button type="button" aria-label="Close" onClick={onClose}>
          ×
        </button>
      </div>
      <dl>
        <dt>Id</dt>
        <dd>
          {record.id}
          {record.requestedName !== record.toolName && `, requested as ${record.requestedName}`}
        </dd>
        {record.repairCount > 0 && (
          <>
            <dt>Repairs</dt>
            <dd>{record.repairCount} of the input</dd>
          </>
        )}
        {decision !== undefined && (
          <>
            <dt>Decision</dt>
            <dd>
              <strong>{decision.verdict}</strong>, by {decision.source}
              {decision.reason !== undefined && `: ${decision.reason}`}
              {decision.rule !== undefined && <pre>{JSON.stringify(decision.rule)}</pre>}
              {answer !== undefined && <p>The user {answer.approved ? "approved" : "refused"} it.</p>}
            </dd>
          </>
        )}
        {phasesOf(call, view.to).map(({ phase, from, to }) => (
          <>
            <dt key={phase} class={`phase ${phase}`}>
              {PHASES[phase]}
            </dt>
            <dd>{durationText(to - from)}</dd>
          </>
        ))}
        <dt>Tokens, estimated</dt>
        <dd>
          {tokens.inputTokens} input, {tokens.resultTokens} result
        </dd>
        {earlier.length > 0 && (
          <>
            <dt>Conflicts with</dt>
            <dd>
              {earlier.map((key) => (
                <button key={key} type="button" class="link" onClick={() => onSelect(key)}>
                  {view.calls.get(key)?.record.toolName ?? "call"} {view.calls.get(key)?.record.id}
                </button>
              ))}
            </dd>
          </>
        )}
      </dl>
      <h3>Input</h3>
      <pre>{indented(start?.input ?? record.input)}</pre>
      {end !== undefined && (
        <>
          <h3>{end.errorCode === undefined ? "Output" : `Output (${end.errorCode})`}</h3>
          {diff === undefined ? <pre>{end.text}</pre> : <DiffView diff={diff} />}
          {end.truncation !== undefined && (
            <>
              <h3>Cut</h3>
              <pre>{indented(end.truncation)}</pre>
            </>
          )}
          {end.metadata !== undefined && (
            <details>
              <summary>Metadata</summary>
              <pre>{indented(end.metadata)}</pre>
            </details>
          )}
        </>
      )}
    </section>
  );
}

function indented(json: string): string {
  try {
    return JSON.stringify(JSON.parse(json), undefined, 2);
  } catch {
    return json;
  }
}
