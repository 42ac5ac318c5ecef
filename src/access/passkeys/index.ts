export { addPasskey, offerPasskey } from "./add-passkey.ts";
export { askPasskey, checkPasskey } from "./check-passkey.ts";
export { listPasskeys, removePasskey, type PasskeyRow } from "./store.ts";
export { isProven, mayAddPasskey } from "./step-up.ts";
