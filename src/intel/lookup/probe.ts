import { parentNames, pathExpressions } from "../indicators/expressions.ts";
import type { Host } from "../indicators/host.ts";
import type { Indicator } from "../indicators/indicator.ts";
import { tunnelledIpv4 } from "../indicators/embedded-ipv4.ts";
import type { Address } from "../indicators/url.ts";
import { hashOfHost, hashOfPath, nameKey, urlKey, witnessKey } from "../keys/keys.ts";
import { mailKey } from "../keys/mail-key.ts";
import { partsOf, registeredAt, type NameParts } from "../suffixes/registrable.ts";
import type { Findings } from "./find-evidence.ts";

/** Asks the index for everything that could be known of an indicator. */
export function probe(findings: Findings, indicator: Indicator, mailSecret: string): void {
  switch (indicator.type) {
    case "url":
      probeAddress(findings, indicator.address);
      if (indicator.inner !== undefined) {
        findings.isInner = true;
        probeAddress(findings, indicator.inner);
      }
      return;
    case "domain":
      probeName(findings, indicator.name, "exact");
      return;
    case "ip":
      probeIp(findings, indicator.host);
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

function probeAddress(findings: Findings, address: Address): void {
  const { host } = address;
  const paths = pathExpressions(address).map(hashOfPath);
  const own = hashOfHost(host.text);
  for (const [at, path] of paths.entries()) {
    findings.name(urlKey(own, path), at === 0 ? "exact" : "path");
  }
  if (host.kind !== "name") {
    findings.name(witnessKey(own), "witness");
    probeMachine(findings, host, "host");
    return;
  }
  const parts = partsOf(host.text);
  for (const parent of parentNames(host.text, parts.registrable)) {
    const hashed = hashOfHost(parent);
    for (const path of paths) findings.name(urlKey(hashed, path), "parent");
  }
  probeName(findings, host.text, "host", parts);
}

function probeName(
  findings: Findings,
  name: string,
  exact: "exact" | "host",
  parts: NameParts = partsOf(name),
): void {
  const own = hashOfHost(name);
  findings.name(nameKey(own), exact);
  findings.name(witnessKey(own), "witness");
  for (const parent of parentNames(name, parts.registrable)) {
    findings.name(nameKey(hashOfHost(parent)), "parent");
  }
  if (parts.privateSuffix === undefined || parts.privateSuffix === name) return;
  findings.suffix(nameKey(hashOfHost(parts.privateSuffix)));
  const owner = registeredAt(name);
  if (owner !== undefined && owner !== parts.privateSuffix) {
    findings.suffix(nameKey(hashOfHost(owner)));
  }
}

function probeIp(findings: Findings, host: Exclude<Host, { kind: "name" }>): void {
  findings.name(witnessKey(hashOfHost(host.text)), "witness");
  probeMachine(findings, host, "exact");
}

function probeMachine(
  findings: Findings,
  host: Exclude<Host, { kind: "name" }>,
  exact: "exact" | "host",
): void {
  const network = exact === "exact" ? "network" : "host";
  if (host.kind === "ipv4") {
    findings.ipv4(host.address, exact, network);
    return;
  }
  findings.ipv6(host.address, network);
  const tunnelled = tunnelledIpv4(host.address);
  if (tunnelled !== undefined) findings.ipv4(tunnelled, "tunnel", "tunnel");
}
