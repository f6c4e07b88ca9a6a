import { costOf, MAX_EXPENSIVE_CALLS } from "../cost-view.js";
import type { RunView } from "../run-view.js";

interface CostsProps {
  readonly view: RunView;
  readonly onSelect: (call: string) => void;
}

/** The estimated tokens of the tools that a model is offered, and of the calls and their results. */
export function Costs({ view, onSelect }: CostsProps) {
  const { tools, total, expensive } = costOf(view.calls.values(), view.tools);
  if (tools.length === 0) return <p class="empty">No calls yet.</p>;
  return (
    <main class="table">
      <p>
        Estimated tokens, 4 characters each. The definitions of the tools are part of every request; inputs
        and results stay in the conversation.
      </p>
      <table>
        <thead>
          <tr>
            <th>Tool</th>
            <th class="number">Definition</th>
            <th class="number">Calls</th>
            <th class="number">Inputs</th>
            <th class="number">Results</th>
          </tr>
        </thead>
        <tbody>
          {tools.map((tool) => (
            <tr key={tool.toolName}>
              <td>{tool.toolName}</td>
              <td class="number">{counted(tool.schemaTokens)}</td>
              <td class="number">{counted(tool.calls)}</td>
              <td class="number">{counted(tool.inputTokens)}</td>
              <td class="number">{counted(tool.resultTokens)}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th>Total</th>
            <td class="number">{counted(total.schemaTokens)}</td>
            <td class="number">{counted(total.calls)}</td>
            <td class="number">{counted(total.inputTokens)}</td>
            <td class="number">{counted(total.resultTokens)}</td>
          </tr>
        </tfoot>
      </table>
      {expensive.length > 0 && (
        <>
          <h3>{expensive.length === MAX_EXPENSIVE_CALLS ? "The largest calls" : "Calls by size"}</h3>
          <ol>
            {expensive.map(({ call: { record }, tokens }) => (
              <li key={record.call}>
                <button type="button" class="link" onClick={() => onSelect(record.call)}>
                  {record.toolName} {record.id}
                </button>{" "}
                {counted(tokens)}
              </li>
            ))}
          </ol>
        </>
      )}
    </main>
  );
}

function counted(value: number): string {
  return value === 0 ? "" : value.toLocaleString("en");
}
