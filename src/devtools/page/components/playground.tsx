import { useState } from "preact/hooks";
import { post } from "../connection.js";
import { RuleForm, type TriedRule } from "./rule-form.js";
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
  /** The decision without the rule that was tried. */
  readonly before?: { readonly status: string; readonly text: string };
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
  const send = async (mode: string, rule?: TriedRule): Promise<void> => {
    setIsBusy(true);
    try {
      const input = JSON.stringify(inputOf(tool?.inputSchema, values));
      const tried = rule === undefined ? {} : { rule: JSON.stringify(rule) };
      setAnswer(await post<PlaygroundAnswer>(token, "/api/call", { name, input, mode, ...tried }));
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
        <div class="field">
          <label for="tool">Tool</label>
          <select
            id="tool"
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
        </div>
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
        <RuleForm key={name} toolName={name} isBusy={isBusy} onTry={(rule) => void send("try", rule)} />
      </form>
      {answer !== undefined && (
        <section aria-label="Result" class="result">
          {answer.before === undefined ? (
            <>
              <span class={`badge ${answer.status}`}>{answer.status}</span>
              <h3>Text for the model</h3>
              <pre>{answer.text}</pre>
            </>
          ) : (
            <RuleOutcome before={answer.before} after={answer} />
          )}
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

interface RuleOutcomeProps {
  readonly before: Pick<PlaygroundAnswer, "status" | "text">;
  readonly after: Pick<PlaygroundAnswer, "status" | "text">;
}

/** The decisions about a call without and with a rule. Nothing was run. */
function RuleOutcome({ before, after }: RuleOutcomeProps) {
  return (
    <>
      <p>
        {before.text === after.text
          ? "The rule changes nothing about this call."
          : before.status === after.status
            ? `The verdict stays ${after.status}, for another reason.`
            : `The verdict changes from ${before.status} to ${after.status}.`}{" "}
        Nothing was run.
      </p>
      {(
        [
          ["Without the rule", before],
          ["With the rule", after],
        ] as const
      ).map(([title, { status, text }]) => (
        <section key={title} aria-label={title}>
          <h3>
            {title} <span class={`badge ${status}`}>{status}</span>
          </h3>
          <pre>{text}</pre>
        </section>
      ))}
    </>
  );
}
