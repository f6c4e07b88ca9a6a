interface FieldSchema {
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly description?: string;
}

interface ObjectSchema {
  readonly properties?: Readonly<Record<string, FieldSchema>>;
  readonly required?: readonly string[];
}

interface SchemaFormProps {
  readonly schema: unknown;
  /** The text of each field; a field without text is omitted from the input. */
  readonly values: Readonly<Record<string, string>>;
  readonly onChange: (values: Readonly<Record<string, string>>) => void;
}

/** One field for each parameter: a choice, a check box, a number, a text, or JSON for everything else. */
export function SchemaForm({ schema, values, onChange }: SchemaFormProps) {
  const { properties = {}, required = [] } = (schema ?? {}) as ObjectSchema;
  return (
    <>
      {Object.entries(properties).map(([name, field]) => (
        <div class="field" key={name}>
          <label for={`field-${name}`}>
            {name}
            {required.includes(name) ? " (required)" : ""}
          </label>
          <Field
            id={`field-${name}`}
            field={field}
            value={values[name] ?? ""}
            onChange={(value) => onChange({ ...values, [name]: value })}
          />
          {field.description !== undefined && <small>{field.description}</small>}
        </div>
      ))}
    </>
  );
}

interface FieldProps {
  readonly id: string;
  readonly field: FieldSchema;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

function Field({ id, field, value, onChange }: FieldProps) {
  const choices = field.enum ?? (field.type === "boolean" ? [true, false] : undefined);
  if (choices !== undefined) {
    return (
      <select id={id} value={value} onChange={(event) => onChange(event.currentTarget.value)}>
        <option value="" />
        {choices.map((choice) => (
          <option key={String(choice)}>{String(choice)}</option>
        ))}
      </select>
    );
  }
  if (field.type === "number" || field.type === "integer") {
    return (
      <input
        id={id}
        type="number"
        step="any"
        value={value}
        onInput={(event) => onChange(event.currentTarget.value)}
      />
    );
  }
  return (
    <textarea
      id={id}
      rows={field.type === "string" ? 1 : 3}
      placeholder={field.type === "string" ? "" : "JSON"}
      value={value}
      onInput={(event) => onChange(event.currentTarget.value)}
    />
  );
}

/** Returns the input that the fields of a form describe. Text that is not JSON stays text: the pipeline says what it expected. */
export function inputOf(schema: unknown, values: Readonly<Record<string, string>>): Record<string, unknown> {
  const { properties = {} } = (schema ?? {}) as ObjectSchema;
  const given = Object.entries(values).filter(
    ([name, text]) => text !== "" && Object.hasOwn(properties, name),
  );
  return Object.fromEntries(given.map(([name, text]) => [name, valueOfText(properties[name], text)]));
}

function valueOfText(field: FieldSchema | undefined, text: string): unknown {
  if (field?.type === "string") return text;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
