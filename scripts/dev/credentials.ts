import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { SERVER_CA } from "./keep-server-certificate.ts";
import { shown, type Settings } from "./settings.ts";

const FILE = "credentials.json";

/** What scripts and people need in order to call the running system. */
export interface Credentials {
  baseUrl: string;
  mtlsUrl: string;
  serverCaFile: string;
}

export function credentialsFile(settings: Settings): string {
  return join(settings.stateDir, FILE);
}

/** Those of earlier starts, with the addresses of this one. */
export function readCredentials(settings: Settings): Credentials {
  return { ...readKept(settings), ...addressesOf(settings) };
}

export function writeCredentials(settings: Settings, credentials: Credentials): void {
  const text = `${JSON.stringify(credentials, null, 2)}\n`;
  writeFileSync(credentialsFile(settings), text, { mode: 0o600 });
}

function addressesOf(settings: Settings): Credentials {
  return {
    baseUrl: `http://localhost:${settings.port}`,
    mtlsUrl: `https://localhost:${settings.mtlsPort}`,
    serverCaFile: shown(settings, "tls", SERVER_CA),
  };
}

/** A broken file is as good as none: what it held is made again. */
function readKept(settings: Settings): Partial<Credentials> {
  const file = credentialsFile(settings);
  if (!existsSync(file)) return {};
  try {
    const kept: unknown = JSON.parse(readFileSync(file, "utf8"));
    return typeof kept === "object" && kept !== null ? kept : {};
  } catch {
    return {};
  }
}
