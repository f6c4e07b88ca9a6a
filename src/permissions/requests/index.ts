export { describeRequest, describeRequestAsHtml } from "./describe-request.js";
export {
  type DescribeRequestOptions,
  describeRule,
  type RequestLine,
  type RequestLook,
  requestLines,
} from "./request-lines.js";
export { requestSummary, requestTitle, type TitledRequest } from "./request-title.js";
