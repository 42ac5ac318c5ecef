import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { hostname, platform, release } from "node:os";

/** By the id, operators see that a machine enrolled twice, or that two say they are one. */
export function describeMachine(idFile = "/etc/machine-id"): Record<string, unknown> {
  const id = readId(idFile);
  return {
    hostname: hostname(),
    os: { name: platform(), version: release() },
    ...(id !== "" && { machine_id: hashed(id) }),
  };
}

/** Empty on systems that have none. */
function readId(file: string): string {
  try {
    return readFileSync(file, "utf8").trim();
  } catch {
    return "";
  }
}

/** systemd wants its id to be told to nobody as it is. */
function hashed(id: string): string {
  return createHash("sha256").update(`rampart-agent:${id}`).digest("hex").slice(0, 32);
}
