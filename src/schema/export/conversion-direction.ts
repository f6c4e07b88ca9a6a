/**
 * The side of a schema to export: the accepted values or the returned ones. They differ because of defaults
 * and transforms.
 */
export type ConversionDirection = "input" | "output";
