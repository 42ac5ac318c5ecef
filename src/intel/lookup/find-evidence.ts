import { keepShape } from "../../http/index.ts";
import { parentNames, pathExpressions } from "../indicators/expressions.ts";
import type { Index } from "../indexes/build-index.ts";
import type { IpHost } from "../indicators/host.ts";
import type { Indicator } from "../indicators/indicator.ts";
import { tunnelledIpv4 } from "../indicators/tunnelled-ipv4.ts";
import type { Address } from "../indicators/url.ts";
import type { Key } from "../keys/hash-text.ts";
import { hashOfHost, hashOfPath, nameKey, urlKey, witnessKey } from "../keys/keys.ts";
import { mailKey } from "../keys/mail-key.ts";
import { partsOf, registeredAt, type NameParts } from "../suffixes/registrable.ts";
import { Findings } from "./findings.ts";

/** The depth of an IPv4 address that is the end of an IPv6 tunnel. */
const HALF_A_STEP = 0.5;

/** Asks the index for everything that could be known of an indicator. */
export function findEvidence(index: Index, indicator: Indicator, mailSecret: string): Findings {
  const findings = new Findings(index);
  ask(findings, indicator, mailSecret);
  keepShape("indicator", indicator);
  keepShape("findings", findings);
  return findings;
}

function ask(findings: Findings, indicator: Indicator, mailSecret: string): void {
  switch (indicator.type) {
    case "url":
      askAddress(findings, indicator.address);
      for (const inner of indicator.inner) {
        findings.depth += 1;
        askAddress(findings, inner);
      }
      return;
    case "domain":
      askName(findings, indicator.name, hashedName(indicator.name));
      return;
    case "ip":
      askIp(findings, indicator.host);
      return;
    case "asn":
      findings.asn(indicator.asn);
      return;
    case "email":
      findings.mail(mailKey(indicator.email.text, mailSecret), "exact");
      if (indicator.email.untagged !== undefined) {
        findings.mail(mailKey(indicator.email.untagged, mailSecret), "mailbox");
      }
      return;
  }
}

function askAddress(findings: Findings, address: Address): void {
  const { host } = address;
  const paths = new PathHashes(address);
  const own = hashOfHost(host.text);
  keepShape("host key", own);
  keepShape("paths", paths);
  askPaths(findings, own, paths, true);
  if (host.kind !== "name") {
    findings.name(witnessKey(own), "witness");
    askMachine(findings, host, "host");
    return;
  }
  const parts = partsOf(host.text);
  const parents = parentNames(host.text, parts.registrable).map(hashOfHost);
  for (const parent of parents) askPaths(findings, parent, paths, false);
  askName(findings, host.text, { own, parents, parts, exact: "host" });
}

/** Hashes of paths, made when first needed: for most hosts no path has to be looked up. */
class PathHashes {
  private readonly address: Address;
  private hashed: readonly Key[] | undefined;

  constructor(address: Address) {
    this.address = address;
  }

  get all(): readonly Key[] {
    this.hashed ??= pathExpressions(this.address).map(hashOfPath);
    return this.hashed;
  }
}

function askPaths(findings: Findings, host: Key, paths: PathHashes, isOwn: boolean): void {
  if (!findings.mayHaveAddresses(witnessKey(host))) return;
  for (const [at, path] of paths.all.entries()) {
    const scope = at === 0 ? "exact" : "path";
    findings.name(urlKey(host, path), isOwn ? scope : "parent");
  }
}

interface HashedName {
  own: Key;
  parents: readonly Key[];
  parts: NameParts;
  exact: "exact" | "host";
}

function hashedName(name: string): HashedName {
  const parts = partsOf(name);
  const parents = parentNames(name, parts.registrable).map(hashOfHost);
  return { own: hashOfHost(name), parents, parts, exact: "exact" };
}

function askName(findings: Findings, name: string, { own, parents, parts, exact }: HashedName) {
  findings.name(nameKey(own), exact);
  findings.name(witnessKey(own), "witness");
  for (const parent of parents) findings.name(nameKey(parent), "parent", exact);
  const { privateSuffix } = parts;
  if (privateSuffix === undefined || privateSuffix === name) return;
  findings.suffix(nameKey(hashOfHost(privateSuffix)));
  const owner = registeredAt(name);
  if (owner !== undefined && owner !== privateSuffix) {
    findings.suffix(nameKey(hashOfHost(owner)));
  }
}

function askIp(findings: Findings, host: IpHost): void {
  const own = hashOfHost(host.text);
  keepShape("host key", own);
  findings.name(witnessKey(own), "witness");
  askMachine(findings, host, "exact");
}

function askMachine(findings: Findings, host: IpHost, exact: "exact" | "host"): void {
  const network = exact === "exact" ? "network" : "host";
  if (host.kind === "ipv4") {
    findings.ipv4(host.address, exact, network);
    return;
  }
  findings.ipv6(host.address, network);
  const tunnelled = tunnelledIpv4(host.address);
  if (tunnelled === undefined) return;
  findings.depth += HALF_A_STEP;
  findings.ipv4(tunnelled, "tunnel", "tunnel");
  findings.depth -= HALF_A_STEP;
}
