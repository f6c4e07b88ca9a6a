/** Which side of a schema to export: what it accepts or what it gives. Defaults and transforms make the two differ. */
export type ConversionDirection = "input" | "output";
