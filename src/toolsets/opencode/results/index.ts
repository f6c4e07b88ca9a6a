export { editResult, type OpenCodeEditMetadata } from "./edit-result.js";
export { EDIT_WORDING } from "./edit-wording.js";
export { requiredByName } from "./required-by-name.js";
export { attachment, type OpenCodeAttachment, type OpenCodeResult, openCodeContent } from "./result.js";
export { endedNotice, unreadableNotice } from "./search-notices.js";
