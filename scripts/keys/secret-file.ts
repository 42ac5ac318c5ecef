import { existsSync, readFileSync } from "node:fs";
import { parseEnv } from "node:util";
import { Failure } from "../dev/failure.ts";
import { writeWhole } from "../dev/write-whole.ts";
import { parseRoots } from "../../src/encryption/envelope/parse-roots.ts";

const NAME = "ENCRYPTION_ROOTS";
const LINE = new RegExp(`^${NAME}='.*'$`, "m");

/** The secret as the Worker reads it: which root wraps new keys, and all roots by number. */
export interface RootSecret {
  current: number;
  roots: Record<string, string>;
}

/**
 * Reads the secret from a file that holds it alone, or from one of settings with `NAME='value'` on a
 * line.
 */
export function readSecret(file: string): RootSecret {
  if (!existsSync(file)) throw new Failure(`${file} is not there.`);
  const text = secretIn(readFileSync(file, "utf8"));
  if (parseRoots(text) === null) throw new Failure(`${file} holds no usable ${NAME}.`);
  return JSON.parse(text) as RootSecret;
}

export function writeSecret(file: string, secret: RootSecret): void {
  const value = JSON.stringify(secret);
  const whole = readFileSync(file, "utf8");
  const text = LINE.test(whole) ? whole.replace(LINE, () => `${NAME}='${value}'`) : `${value}\n`;
  writeWhole(file, text);
}

function secretIn(text: string): string {
  return LINE.test(text) ? (parseEnv(text)[NAME] ?? "") : text;
}
