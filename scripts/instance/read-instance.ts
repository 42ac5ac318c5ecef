import { existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { Failure, messageOf } from "../dev/failure.ts";

const DEFAULT_STATE_DIR = ".dev";
/** What a header may hold. With anything else, fetch's own error would print the token. */
const TOKEN = /^[\x21-\x7e]+$/;
const LOCAL_HOSTS = new Set(["localhost", "127.0.0.1", "[::1]"]);

/** A running Rampart and the bearer token to call it with. */
export interface Instance {
  address: string;
  token: string;
  /** Only for the instance that `npm start` runs on this machine. */
  stateDir?: string;
}

export interface Named {
  address?: string | undefined;
  tokenFile?: string | undefined;
}

interface Credentials {
  baseUrl: string;
  operatorToken: string;
  tenantId: string;
}

/** Returns the instance that is named, or else the one that `npm start` runs on this machine. */
export function readInstance(root: string, named: Named, env: NodeJS.ProcessEnv): Instance {
  const address = named.address ?? env["RAMPART_URL"];
  if (address === undefined || address === "") {
    if (named.tokenFile !== undefined) {
      throw new Failure("A token is for an instance elsewhere: name its address, or RAMPART_URL.");
    }
    const stateDir = stateDirOf(root, env);
    const { baseUrl, operatorToken } = readCredentials(stateDir);
    return { address: baseUrl, token: operatorToken, stateDir };
  }
  return { address: checkedAddress(address), token: readToken(named.tokenFile, env) };
}

/** The tenant that `npm start` makes first. */
export function readLocalTenant(root: string, env: NodeJS.ProcessEnv): string {
  return readCredentials(stateDirOf(root, env)).tenantId;
}

function stateDirOf(root: string, env: NodeJS.ProcessEnv): string {
  return resolve(root, env["RAMPART_STATE_DIR"] || DEFAULT_STATE_DIR);
}

function readCredentials(stateDir: string): Credentials {
  const file = join(stateDir, "credentials.json");
  if (!existsSync(file)) {
    throw new Failure(`${file} is not there: run npm start first, or name an instance.`);
  }
  const read = parseFile(file);
  if (isCredentials(read)) return read;
  throw new Failure(`${file} cannot be read: npm start writes it anew.`);
}

function parseFile(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch {
    return undefined;
  }
}

/**
 * Checks the file by hand, because loading the product's validator would be most of the time of a
 * command that is refused.
 */
function isCredentials(value: unknown): value is Credentials {
  const { baseUrl, operatorToken, tenantId } = (value ?? {}) as Partial<Credentials>;
  return [baseUrl, operatorToken, tenantId].every((text) => typeof text === "string");
}

/**
 * Returns the origin of an address that is encrypted or on this machine: otherwise others on the
 * network could read the token and the answers.
 */
export function checkedAddress(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const safe =
    url?.protocol === "https:" || (url?.protocol === "http:" && LOCAL_HOSTS.has(url.hostname));
  if (url === undefined || !safe || url.username !== "" || url.password !== "") {
    throw new Failure("The address must be an https:// origin, or http:// on this machine.");
  }
  return url.origin;
}

function readToken(file: string | undefined, env: NodeJS.ProcessEnv): string {
  const token = file === undefined ? env["RAMPART_TOKEN"] : readTokenFile(file);
  const trimmed = token?.trim() ?? "";
  if (trimmed === "") {
    throw new Failure("There is no token: set RAMPART_TOKEN, or name a file by --token-file.");
  }
  if (!TOKEN.test(trimmed)) {
    const place = file ?? "RAMPART_TOKEN";
    throw new Failure(`${place} does not hold a token alone: it must be one word in one line.`);
  }
  return trimmed;
}

function readTokenFile(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    throw new Failure(`The token file cannot be read: ${messageOf(error)}.`);
  }
}
