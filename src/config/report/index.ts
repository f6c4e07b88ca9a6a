export {
  type ConfigNotice,
  type ConfigNoticeKind,
  type ConfigOrigin,
  MAX_NOTICES,
  NoticeList,
  shortened,
} from "./config-notice.js";
