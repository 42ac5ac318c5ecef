import type { Reputation, Standing } from "../../../intel/reputation.ts";
import { signalOf, UNAVAILABLE, type Layer } from "../layer.ts";
import type { Name, Names } from "./collect-names.ts";

/** What the second layer found. Some of it decides more than the score. */
export interface Intelligence {
  layer: Layer;
  /** Whether a source lists as malicious the very thing that the message names. */
  knownMalicious: boolean;
  /** The action of the tenant's own entry for the sender. */
  sender: "allow" | "deny" | undefined;
  /** The names that are malicious or suspicious, for the model of the fourth layer. */
  findings: { value: string; disposition: string }[];
}

/** The least score if a source lists the very thing as malicious. */
const EXACT_LEAST = 95;
const DENIED = 100;
/** The least score of a message that names more things than are asked about. */
const UNASKED = 30;

export const NO_INTELLIGENCE: Intelligence = {
  layer: { layer: "L2", score: 0, signals: [UNAVAILABLE] },
  knownMalicious: false,
  sender: undefined,
  findings: [],
};

/**
 * The second layer: asks sources and the tenant's own lists about everything that the message names.
 */
export async function askIntelligence(
  reputation: Reputation,
  { names, unasked }: Names,
): Promise<Intelligence> {
  const found: Intelligence = {
    layer: { layer: "L2", score: 0, signals: [] },
    knownMalicious: false,
    sender: undefined,
    findings: [],
  };
  const { layer } = found;
  let unread = reputation.isEmpty;
  for (const name of names) {
    // The tenant's entry for the sender's address also decides about its domain.
    if (name.from === "sender" && found.sender !== undefined) continue;
    const standing = await reputation.standingOf(name.type, name.value);
    if (standing === "unread") unread = true;
    else if (standing !== undefined) take(found, name, standing);
  }
  if (unasked > 0) {
    layer.score = Math.max(layer.score, UNASKED);
    layer.signals.push(`too_many_names:${unasked}`);
  }
  if (unread) layer.signals.push(UNAVAILABLE);
  layer.signals = [...new Set(layer.signals)];
  return found;
}

function take(found: Intelligence, name: Name, { verdict, listed, exact }: Standing): void {
  const { layer } = found;
  const { disposition, threatLevel } = verdict;
  if (listed !== undefined) {
    if (name.from === "sender") found.sender = listed;
    if (listed === "deny") layer.score = DENIED;
    layer.signals.push(
      signalOf(listed === "deny" ? "tenant_denied" : "tenant_allowed", name.value),
    );
    return;
  }
  if (disposition !== "malicious" && disposition !== "suspicious") return;
  const isHit = disposition === "malicious" && exact;
  layer.score = Math.max(layer.score, threatLevel, isHit ? EXACT_LEAST : 0);
  found.knownMalicious ||= isHit;
  found.findings.push({ value: name.value, disposition });
  const what = name.from === "sender" ? "sender" : KINDS[name.type];
  layer.signals.push(signalOf(`${what}_${disposition}`, name.value));
}

const KINDS: Record<Name["type"], string> = { url: "url", domain: "host", email: "host", ip: "ip" };
