export { beginSignIn } from "./begin-sign-in.ts";
export { finishSignIn } from "./finish-sign-in.ts";
export { offeredIssuers } from "./issuers.ts";
