export {
  type ConfigNotice,
  type ConfigNoticeKind,
  type ConfigOrigin,
  NoticeList,
  shortened,
} from "./config-notice.js";
