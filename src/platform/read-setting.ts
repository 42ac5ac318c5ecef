import { failureOf } from "../http/index.ts";

const WEB_ADDRESS = /^https?:/i;

/** Its message names the setting; the stack of a minified bundle would not. */
export class BrokenSetting extends Error {
  override readonly name = "BrokenSetting";
}

/** Reads a setting. The error of one that cannot be read names it, without its value. */
export function readSetting<T>(setting: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw new BrokenSetting(`${setting} cannot be read: ${failureOf(error)}`);
  }
}

/** Reads a setting that is the address of something on the web. */
export function readAddress(setting: string, text: string): URL {
  return readSetting(setting, () => {
    if (!WEB_ADDRESS.test(text)) throw new Error("it must begin with https://");
    return new URL(text);
  });
}
