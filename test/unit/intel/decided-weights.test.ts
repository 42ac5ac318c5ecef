import { describe, expect, it } from "vitest";
import { SEVERITY } from "../../../src/intel/fusion/categories.ts";
import { SPECIFICITY } from "../../../src/intel/fusion/evidence.ts";
import { BUILT_IN } from "../../../src/intel/sources/registry.ts";
import { DECAYS } from "../../../src/intel/sources/source.ts";

/** The decided values, written a second time so that no change goes unnoticed. */
describe("the decided weights of evidence", () => {
  it("give each category its severity", () => {
    expect(SEVERITY).toMatchObject({
      c2: 100,
      malware: 95,
      phishing: 95,
      "criminal-network": 95,
      exploit: 80,
      attacker: 80,
      bruteforce: 60,
      scanner: 60,
      spam: 50,
      breach: 50,
      proxy: 30,
      tor: 30,
      vpn: 30,
      "dynamic-dns": 20,
      parked: 10,
      "research-scanner": 10,
    });
  });

  it("give each scope its specificity and each kind of threat its decay", () => {
    expect(SPECIFICITY).toMatchObject({
      exact: 1,
      path: 0.95,
      host: 0.9,
      parent: 0.6,
      network: 1,
      tunnel: 0.3,
    });
    expect(DECAYS).toEqual({
      phishing: { tauDays: 150, delta: 8 },
      malware: { tauDays: 60, delta: 2 },
      c2: { tauDays: 90, delta: 2 },
      scanner: { tauDays: 14, delta: 2 },
      network: { tauDays: 30, delta: 3 },
    });
  });

  it.each([
    ["spamhaus-drop", 0.98, "spamhaus"],
    ["spamhaus-edrop", 0.98, "spamhaus"],
    ["spamhaus-dropv6", 0.98, "spamhaus"],
    ["spamhaus-asndrop", 0.9, "spamhaus"],
    ["urlhaus", 0.95, "urlhaus"],
    ["urlhaus-filter", 0.95, "urlhaus"],
    ["openphish", 0.9, "phishing-reports"],
    ["phishtank", 0.85, "phishing-reports"],
    ["jpcert-phishurl", 0.95, "jpcert"],
    ["threatfox", 0.75, "abuse-ch-c2"],
    ["threatfox-ips", 0.75, "abuse-ch-c2"],
    ["cobaltstrike", 0.75, "abuse-ch-c2"],
    ["feodo", 0.95, "abuse-ch-c2"],
    ["ipsum", 0.25, "attackers"],
    ["binarydefense", 0.7, "attackers"],
    ["compromised-ips", 0.75, "attackers"],
    ["tor-exits", 0.95, "attackers"],
    ["vpns", 0.95, "x4b"],
    ["datacenters", 0.95, "x4b"],
    ["bad-asn", 0.5, "bad-asn"],
    ["breaches", 0.9, "breaches"],
    ["disposable-email", 0.9, "disposable-email"],
  ])("the source %s has reliability %d and lineage %s", (id, reliability, lineage) => {
    expect(BUILT_IN.get(id)).toMatchObject({ reliability, lineage });
  });
});
