export { isOwnerToken, ownerToken, workerOf } from "./owner-token.js";
export { openLines, openText, type SealedFor, sealText } from "./sealed-text.js";
export { isSignatureOf, type SigningKey, signatureOf } from "./signing-key.js";
