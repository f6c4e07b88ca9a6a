export type { FleetClientMetrics } from "./client-statistics.js";
export { FleetClient } from "./fleet-client.js";
