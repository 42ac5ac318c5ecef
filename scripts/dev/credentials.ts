import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { SERVER_CA } from "./keep-server-certificate.ts";
import { shown, type Settings } from "./settings.ts";
import { writeWhole } from "./write-whole.ts";

const FILE = "credentials.json";

interface Addresses {
  baseUrl: string;
  mtlsUrl: string;
  serverCaFile: string;
}

/**
 * What scripts and people need in order to call the running system. What a closed tenant lacks is
 * empty.
 */
export interface Credentials extends Addresses {
  operatorToken: string;
  internalServiceKey: string;
  tenantId: string;
  tenantToken: string;
  /** A key for every module, and one for `urlsearch` alone. */
  apiKey: string;
  urlOnlyApiKey: string;
  otherTenantId: string;
  otherApiKey: string;
  otherTenantToken: string;
  enrollmentCode: string;
  otherEnrollmentCode: string;
  /** Each link is good for one sign-in within 24 hours. They are made anew at every start. */
  portalSignIn: { operator: string; demo: string };
}

/** The credentials of earlier starts, as far as there are any, with the addresses of this one. */
export type KeptCredentials = Partial<Credentials> & Addresses;

export function readCredentials(settings: Settings): KeptCredentials {
  return {
    ...readKept(join(settings.stateDir, FILE)),
    baseUrl: `http://localhost:${settings.port}`,
    mtlsUrl: `https://localhost:${settings.mtlsPort}`,
    serverCaFile: shown(settings, "tls", SERVER_CA),
  };
}

export function writeCredentials(settings: Settings, credentials: Credentials): void {
  writeWhole(join(settings.stateDir, FILE), `${JSON.stringify(credentials, null, 2)}\n`);
}

/** Reads the kept file. If it or a part of it is broken, that part is made again. */
function readKept(file: string): Partial<Credentials> {
  if (!existsSync(file)) return {};
  try {
    const kept: unknown = JSON.parse(readFileSync(file, "utf8"));
    if (typeof kept !== "object" || kept === null || Array.isArray(kept)) return {};
    return Object.fromEntries(Object.entries(kept).filter(([, one]) => typeof one === "string"));
  } catch {
    return {};
  }
}
