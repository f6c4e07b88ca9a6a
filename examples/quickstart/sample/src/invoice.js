import { parseDuration } from "./duration.js";

/**
 * The invoice for a list of entries: minutes and price of each project, and the total.
 * Prices are whole cents, so that nothing is lost to floating point.
 */
export function createInvoice(entries, { centsPerHour }) {
  const minutes = new Map();
  for (const { project, spent } of entries) {
    minutes.set(project, (minutes.get(project) ?? 0) + parseDuration(spent));
  }
  const lines = [...minutes].map(([project, sum]) => ({
    project,
    minutes: sum,
    cents: Math.round((sum / 60) * centsPerHour),
  }));
  return { lines, totalCents: lines.reduce((total, { cents }) => total + cents, 0) };
}
