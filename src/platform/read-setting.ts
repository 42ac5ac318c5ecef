import { failureOf } from "../http/index.ts";

/** Says which setting it is; frames of a minified bundle do not. */
export class BrokenSetting extends Error {
  override readonly name = "BrokenSetting";
}

/** What a setting says. One that cannot be read is a failure that names it, and not what it holds. */
export function readSetting<T>(setting: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw new BrokenSetting(`${setting} cannot be read: ${failureOf(error)}`);
  }
}
