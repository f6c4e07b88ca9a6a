export { EDIT_WORDING, editResult, type OpenCodeEditMetadata } from "./edit-result.js";
export { requiredByName } from "./required-by-name.js";
export { attachment, type OpenCodeAttachment, type OpenCodeResult, openCodeContent } from "./result.js";
export { endedNotice, unreadableNotice } from "./search-notices.js";
