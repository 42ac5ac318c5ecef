import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseEnv } from "node:util";
import { type Instance, type Named, readInstance } from "../instance/read-instance.ts";

/** The instance that is spoken to, and as whom. */
export interface Target extends Instance {
  /** The key under which its e-mails are hashed, where it is known here. */
  mailSecret: string | undefined;
}

/** What was given, else what the environment says, else what `npm start` has left. */
export function findTarget(named: Named, env: NodeJS.ProcessEnv, root: string): Target {
  const instance = readInstance(root, named, env);
  const { stateDir } = instance;
  const kept = stateDir === undefined ? undefined : readSecret(join(stateDir, "secrets.env"));
  return { ...instance, mailSecret: env["INDICATOR_HMAC_KEY"] ?? kept };
}

function readSecret(file: string): string | undefined {
  return existsSync(file) ? parseEnv(readFileSync(file, "utf8"))["INDICATOR_HMAC_KEY"] : undefined;
}
