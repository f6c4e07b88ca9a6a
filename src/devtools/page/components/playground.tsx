import { useState } from "preact/hooks";
import { post } from "../connection.js";
import { inputOf, SchemaForm } from "./schema-form.js";

/** A tool that the page offers. */
export interface PlaygroundTool {
  readonly name: string;
  readonly kind: string;
  readonly description: string;
  readonly inputSchema: unknown;
}

/** The outcome of a call. */
export interface PlaygroundAnswer {
  readonly status: string;
  readonly text: string;
  readonly json: string;
}

interface PlaygroundProps {
  readonly tools: readonly PlaygroundTool[];
  readonly token: string;
}

/** Every tool as a form made from its schema. */
export function Playground({ tools, token }: PlaygroundProps) {
  const [name, setName] = useState(tools[0]?.name ?? "");
  const [values, setValues] = useState<Readonly<Record<string, string>>>({});
  const [answer, setAnswer] = useState<PlaygroundAnswer>();
  const [isBusy, setIsBusy] = useState(false);
  const tool = tools.find((each) => each.name === name);
  const send = async (mode: string): Promise<void> => {
    setIsBusy(true);
    try {
      const input = JSON.stringify(inputOf(tool?.inputSchema, values));
      setAnswer(await post<PlaygroundAnswer>(token, "/api/call", { name, input, mode }));
    } catch (error) {
      setAnswer({ status: "error", text: error instanceof Error ? error.message : String(error), json: "" });
    } finally {
      setIsBusy(false);
    }
  };
  return (
    <main class="playground">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void send("run");
        }}
      >
        <label>
          Tool
          <select
            value={name}
            onChange={(event) => {
              setName(event.currentTarget.value);
              setValues({});
            }}
          >
            {tools.map((each) => (
              <option key={each.name}>{each.name}</option>
            ))}
          </select>
        </label>
        <p class="description">{tool?.description}</p>
        <SchemaForm schema={tool?.inputSchema} values={values} onChange={setValues} />
        <div class="answers">
          <button type="submit" disabled={isBusy}>
            Run
          </button>
          <button type="button" disabled={isBusy} onClick={() => void send("explain")}>
            Explain the decision
          </button>
          <button type="button" disabled={isBusy} onClick={() => void send("plan")}>
            Plan
          </button>
        </div>
      </form>
      {answer !== undefined && (
        <section aria-label="Result" class="result">
          <span class={`badge ${answer.status}`}>{answer.status}</span>
          <h3>Text for the model</h3>
          <pre>{answer.text}</pre>
          {answer.json !== "" && (
            <details>
              <summary>Whole result</summary>
              <pre>{answer.json}</pre>
            </details>
          )}
        </section>
      )}
    </main>
  );
}
