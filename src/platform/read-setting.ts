import { failureOf } from "../http/index.ts";

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
