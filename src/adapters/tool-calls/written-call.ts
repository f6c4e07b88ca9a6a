import { ignoreRejection, type ToolCall } from "../../contract/index.js";
import { parseArguments } from "./parse-arguments.js";

/** The parts of a call in a reply, which may be any values. */
export interface WrittenCall {
  readonly id: unknown;
  readonly name: unknown;
  /** The arguments: an object, or JSON text. */
  readonly written: unknown;
  /** The position in the reply, from which an id is generated. */
  readonly index: number;
}

/** Returns a call of a reply. A promise as one of its parts is marked as handled, and the pipeline refuses it. */
export function toWrittenCall({ id, name, written, index }: WrittenCall): ToolCall {
  for (const part of [id, name, written]) ignoreRejection(part);
  return {
    id: callId(id, index),
    name: typeof name === "string" ? name : "",
    input: parseArguments(written),
  };
}

/** Pattern of generated ids. */
const MADE_UP = /^call-\d+$/;

/** Returns the id of a call, or a generated one from its position in the message: ids distinguish results. */
export function callId(id: unknown, index: number): string {
  return typeof id === "string" && id !== "" ? id : `call-${index}`;
}

/** Returns whether an id was generated, so that a result need not contain it. */
export function isMadeUp(id: string): boolean {
  return MADE_UP.test(id);
}
