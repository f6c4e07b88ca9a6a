import { useState } from "preact/hooks";

/** A permission rule as the form describes it. */
export interface TriedRule {
  readonly tool?: string;
  readonly command?: string;
  readonly path?: string;
  readonly host?: string;
  readonly verdict: string;
}

/** The conditions of a rule beside its tool, with an example of each. */
const CONDITIONS = { command: "npm test *", path: "src/**", host: "*.example.com" } as const;

interface RuleFormProps {
  /** The tool of the form above, which the rule names at first. */
  readonly toolName: string;
  readonly isBusy: boolean;
  readonly onTry: (rule: TriedRule) => void;
}

/** The fields of a permission rule, to see what it would change about the call of the form above. */
export function RuleForm({ toolName, isBusy, onTry }: RuleFormProps) {
  const [tool, setTool] = useState<string>();
  const [verdict, setVerdict] = useState("allow");
  const [conditions, setConditions] = useState<Readonly<Partial<Record<keyof typeof CONDITIONS, string>>>>(
    {},
  );
  const given = Object.entries(conditions).filter(([, text]) => text !== "");
  const rule: TriedRule = {
    ...(tool !== "" && { tool: tool ?? toolName }),
    ...Object.fromEntries(given),
    verdict,
  };
  return (
    <fieldset class="rule">
      <legend>Try a rule</legend>
      <label>
        Verdict
        <select value={verdict} onChange={(event) => setVerdict(event.currentTarget.value)}>
          {["allow", "ask", "deny"].map((each) => (
            <option key={each}>{each}</option>
          ))}
        </select>
      </label>
      <label>
        Tools
        <input
          value={tool ?? toolName}
          placeholder="any"
          onInput={(event) => setTool(event.currentTarget.value)}
        />
      </label>
      {(Object.keys(CONDITIONS) as (keyof typeof CONDITIONS)[]).map((name) => (
        <label key={name}>
          If the {name} matches
          <input
            value={conditions[name] ?? ""}
            placeholder={CONDITIONS[name]}
            onInput={(event) => setConditions({ ...conditions, [name]: event.currentTarget.value })}
          />
        </label>
      ))}
      <pre>{JSON.stringify(rule)}</pre>
      <button type="button" disabled={isBusy} onClick={() => onTry(rule)}>
        Show what would change
      </button>
    </fieldset>
  );
}
