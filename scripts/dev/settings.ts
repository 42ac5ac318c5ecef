import { isAbsolute, join, relative, resolve } from "node:path";
import { Failure } from "./failure.ts";

const DEFAULT_PORT = 8787;
const DEFAULT_MTLS_PORT = 8443;
const MAX_PORT = 65_535;

export interface Settings {
  /** The repository. */
  root: string;
  port: number;
  mtlsPort: number;
  stateDir: string;
  /** Whether to begin anew, without the database, secrets and certificates. */
  fresh: boolean;
}

export function readSettings(root: string, fresh: boolean, env: NodeJS.ProcessEnv): Settings {
  const port = portOf(env, "PORT", DEFAULT_PORT);
  const mtlsPort = portOf(env, "MTLS_PORT", DEFAULT_MTLS_PORT);
  if (port === mtlsPort) {
    throw new Failure(`PORT and MTLS_PORT are both ${port}: choose two ports.`);
  }
  const stateDir = resolve(root, env["RAMPART_STATE_DIR"] || ".dev");
  return { root, port, mtlsPort, stateDir, fresh };
}

function portOf(env: NodeJS.ProcessEnv, name: string, fallback: number): number {
  const text = env[name];
  if (text === undefined || text === "") return fallback;
  const port = Number(text);
  if (Number.isInteger(port) && port > 0 && port <= MAX_PORT) return port;
  throw new Failure(`${name} must be a port from 1 to ${MAX_PORT}, not "${text}".`);
}

/** Writes a path in the state directory as a person in the repository would write it. */
export function shown(settings: Settings, ...parts: string[]): string {
  const path = join(settings.stateDir, ...parts);
  const short = relative(settings.root, path);
  return short.startsWith("..") || isAbsolute(short) ? path : short;
}
