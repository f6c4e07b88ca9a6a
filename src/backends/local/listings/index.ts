export { certainlyBeforeNs, isStampedHere } from "./change-times.js";
export { knownListing, rememberListing } from "./large-listings.js";
export { RememberedEntries } from "./remembered-entries.js";
