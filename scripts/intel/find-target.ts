import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseEnv } from "node:util";
import { type Instance, type Named, readInstance } from "../instance/read-instance.ts";

/** The instance that is called, with its token. */
export interface Target extends Instance {
  /** The key under which the instance hashes e-mail addresses, if it is known here. */
  mailSecret: string | undefined;
}

/** Finds the instance: the named one, else that of the environment, else the one of `npm start`. */
export function findTarget(named: Named, env: NodeJS.ProcessEnv, root: string): Target {
  const instance = readInstance(root, named, env);
  const { stateDir } = instance;
  const kept = stateDir === undefined ? undefined : readSecret(join(stateDir, "secrets.env"));
  return { ...instance, mailSecret: env["INDICATOR_HMAC_KEY"] ?? kept };
}

function readSecret(file: string): string | undefined {
  return existsSync(file) ? parseEnv(readFileSync(file, "utf8"))["INDICATOR_HMAC_KEY"] : undefined;
}
