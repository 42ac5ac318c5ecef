import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { hostname, platform, release } from "node:os";

/**
 * Describes the machine. By the id operators see that a machine enrolled twice, or that two machines
 * claim to be one.
 */
export function describeMachine(idFile = "/etc/machine-id"): Record<string, unknown> {
  const id = readId(idFile);
  return {
    hostname: hostname(),
    os: { name: platform(), version: release() },
    ...(id !== "" && { machine_id: hashed(id) }),
  };
}

/** Reads the machine's id; empty if the system has none. */
function readId(file: string): string {
  try {
    return readFileSync(file, "utf8").trim();
  } catch {
    return "";
  }
}

/** Hashes the id, because systemd asks that the id itself is told to nobody. */
function hashed(id: string): string {
  return createHash("sha256").update(`rampart-agent:${id}`).digest("hex").slice(0, 32);
}
