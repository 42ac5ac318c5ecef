import { readSetting } from "./read-setting.ts";

/** As production ships it. It counts while the setting cannot be read. */
export const USUAL_SHARE = 0.01;

/** The share of successful requests that leave a line. */
export function successShare(env: Cloudflare.Env): number {
  return readSetting("LOG_SUCCESS_SHARE", () => {
    // The types promise a text; a deployment may still lack the setting.
    const text = (env.LOG_SUCCESS_SHARE as string | undefined) ?? "";
    const share = Number(text);
    if (text.trim() !== "" && share >= 0 && share <= 1) return share;
    throw new Error("it is no number from 0 to 1");
  });
}
