import { useRef, useState } from "preact/hooks";
import {
  type CallView,
  durationText,
  phasesOf,
  type RunView,
  stateOf,
  unpreparedCalls,
} from "../run-view.js";

/** Height of a row in pixels, as in the style sheet. */
const ROW_HEIGHT = 30;

/** Rows above and below the visible ones, so that fast scrolling shows no gap. */
const SPARE_ROWS = 20;

/** Visible rows before the height of the list is known. */
const FIRST_ROWS = 60;

interface CallListProps {
  readonly view: RunView;
  readonly selected: string | undefined;
  readonly onSelect: (key: string) => void;
}

/** All calls as rows with their bars on one time axis. Only the visible rows are in the document. */
export function CallList({ view, selected, onSelect }: CallListProps) {
  const list = useRef<HTMLDivElement>(null);
  const [scrolled, setScrolled] = useState(0);
  const { order, calls, from, to } = view;
  const visible = Math.ceil((list.current?.clientHeight ?? FIRST_ROWS * ROW_HEIGHT) / ROW_HEIGHT);
  const first = Math.max(0, Math.floor(scrolled / ROW_HEIGHT) - SPARE_ROWS);
  const unprepared = unpreparedCalls(view);
  const rows = order.slice(first, first + visible + 2 * SPARE_ROWS);

  const move = (event: KeyboardEvent): void => {
    const step = { ArrowDown: 1, ArrowUp: -1, PageDown: visible, PageUp: -visible }[event.key];
    const index = selected === undefined ? -1 : order.indexOf(selected);
    const wanted =
      event.key === "Home"
        ? 0
        : event.key === "End"
          ? order.length - 1
          : step === undefined
            ? undefined
            : index + step;
    if (wanted === undefined || order.length === 0) return;
    event.preventDefault();
    const next = Math.min(order.length - 1, Math.max(0, wanted));
    const key = order[next];
    if (key !== undefined) onSelect(key);
    const area = list.current;
    if (area === null) return;
    const top = next * ROW_HEIGHT;
    if (top < area.scrollTop) area.scrollTop = top;
    else if (top + ROW_HEIGHT > area.scrollTop + area.clientHeight) {
      area.scrollTop = top + ROW_HEIGHT - area.clientHeight;
    }
  };

  return (
    <div
      class="call-list"
      ref={list}
      role="listbox"
      aria-label="Calls"
      aria-activedescendant={selected === undefined ? undefined : `call-${selected}`}
      tabIndex={0}
      onScroll={(event) => setScrolled(event.currentTarget.scrollTop)}
      onKeyDown={move}
    >
      {order.length === 0 && <p class="empty">No calls yet.</p>}
      <svg
        class="spacer"
        width="1"
        height={(order.length + Math.min(unprepared, 1)) * ROW_HEIGHT}
        aria-hidden="true"
      />
      {unprepared > 0 && (
        <p class="unprepared" ref={below(order.length)}>
          {unprepared === 1 ? "1 more call waits" : `${unprepared} more calls wait`} for the calls above.
        </p>
      )}
      {rows.map((key, index) => {
        const call = calls.get(key);
        if (call === undefined) return null;
        return (
          <CallRow
            key={key}
            call={call}
            row={first + index}
            span={{ from, to }}
            isSelected={key === selected}
            onSelect={onSelect}
          />
        );
      })}
    </div>
  );
}

interface CallRowProps {
  readonly call: CallView;
  readonly row: number;
  readonly span: { readonly from: number; readonly to: number };
  readonly isSelected: boolean;
  readonly onSelect: (key: string) => void;
}

function CallRow({ call, row, span, isSelected, onSelect }: CallRowProps) {
  const { record } = call;
  const state = stateOf(call);
  return (
    <div
      class={`call-row ${isSelected ? "selected" : ""}`}
      id={`call-${record.call}`}
      ref={below(row)}
      role="option"
      aria-selected={isSelected}
      tabIndex={-1}
      onClick={() => onSelect(record.call)}
      onKeyDown={(event) => event.key === "Enter" && onSelect(record.call)}
    >
      <span class={`state ${state}`} title={state} role="img" aria-label={state} />
      <span class="name">{record.toolName}</span>
      <span class="brief">{briefInput(record.input)}</span>
      <TimeBar call={call} span={span} />
      <span class="duration">{durationText((call.end?.at ?? span.to) - call.from)}</span>
    </div>
  );
}

/** Returns a function that puts an element below a number of rows. */
function below(rows: number): (element: HTMLElement | null) => void {
  return (element) => {
    // The page allows no style attributes, so the position is set on the element.
    if (element !== null) element.style.top = `${rows * ROW_HEIGHT}px`;
  };
}

/** The parts of a call's time as one bar on the axis of all calls. */
function TimeBar({ call, span }: Pick<CallRowProps, "call" | "span">) {
  const total = Math.max(1, span.to - span.from);
  return (
    <svg class="time-bar" viewBox="0 0 1000 10" preserveAspectRatio="none" aria-hidden="true">
      {phasesOf(call, span.to).map(({ phase, from, to }) => (
        <rect
          key={phase}
          class={phase}
          x={((from - span.from) / total) * 1_000}
          width={Math.max(2, ((to - from) / total) * 1_000)}
          y="1"
          height="8"
        />
      ))}
    </svg>
  );
}

/** Returns the values of an input on one line, without their names. */
function briefInput(json: string): string {
  try {
    const input: unknown = JSON.parse(json);
    if (typeof input !== "object" || input === null) return json;
    return Object.values(input)
      .map((value) => (typeof value === "string" ? value : JSON.stringify(value)))
      .join("  ")
      .slice(0, 200);
  } catch {
    return json.slice(0, 200);
  }
}
