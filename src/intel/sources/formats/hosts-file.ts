import type { Format, Reading } from "../finding.ts";
import { isComment } from "./plain-lists.ts";

const LINE = /^\s*[\da-fA-F.:%]+(?:lo0)?\s+([^#]+)/;
/** The lines that every hosts file has for the machine itself. */
const OWN_NAMES = new Set([
  "localhost",
  "localhost.localdomain",
  "local",
  "broadcasthost",
  "ip6-localhost",
  "ip6-loopback",
  "ip6-localnet",
  "ip6-mcastprefix",
  "ip6-allnodes",
  "ip6-allrouters",
  "ip6-allhosts",
  "0.0.0.0",
]);

function read(line: string): Reading {
  if (isComment(line)) return undefined;
  const names = LINE.exec(line)?.[1]?.trim().split(/\s+/);
  if (names === undefined) return { bad: "The line is no address followed by names." };
  const others = names.filter((name) => !OWN_NAMES.has(name.toLowerCase()));
  // A line for the machine itself is no record, so it is neither a row nor a bad line.
  return others.length === 0
    ? undefined
    : others.map((value) => ({ kind: "domain", value }) as const);
}

/** A hosts file for blocking: an address that leads nowhere, then names. */
export const hostsFile: Format = { cut: "lines", open: () => read };
