export { ATTRIBUTES, METRICS, OTHER, SPANS } from "./attribute-names.js";
export { DEFAULT_MAX_RECORDED_LENGTH, type OpenTelemetryOptions, openTelemetry } from "./open-telemetry.js";
export { carrierOf, fromCarrier } from "./trace-carrier.js";
