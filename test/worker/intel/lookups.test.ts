import { beforeAll, describe, expect, it } from "vitest";
import { demoFeeds } from "../../../scripts/dev/seed/demo-feeds.ts";
import {
  aCaller,
  aName,
  anotherIsolate,
  aSource,
  checked,
  upload,
  type Caller,
  type Verdict,
} from "../../support/intel.ts";
import { call } from "../../support/call.ts";
import { anOperator } from "../../support/people.ts";

const now = Date.now();
const day = (ago: number) => new Date(now - ago * 86_400_000).toISOString().slice(0, 10);

let caller: Caller;

beforeAll(async () => {
  caller = await aCaller();
  for (const [source, feed] of Object.entries(demoFeeds(now))) {
    const answer = await upload(source, feed);
    expect([source, answer.status]).toEqual([source, 200]);
  }
});

describe("GET /api/v1/urlsearch", () => {
  it.each([
    ["http://malware.example/bin/payload.exe", ["urlhaus"], "malware"],
    ["hxxp://malware[.]example/bin/%70ayload.exe", ["urlhaus"], "malware"],
    ["https://secure-login.bank.example/verify/", ["openphish"], "phishing"],
    ["https://secure-login.bank.example/verify/step2?x=1", ["openphish"], "phishing"],
    ["http://dropper.example/anything/at/all", ["urlhaus-filter"], "malware"],
    ["https://card-update.test/jp/index.php", ["jpcert-phishurl"], "phishing"],
    ["http://203.0.113.80:8080/x", ["threatfox"], "c2"],
    ["http://0xCB.0.0x71.80/x", ["threatfox"], "c2"],
  ])("200 malicious for %s", async (value, sources, category) => {
    const verdict = await caller.ask("urlsearch", value);
    expect(verdict).toMatchObject({ type: "url", disposition: "malicious", found: true });
    expect(verdict.sources).toEqual(expect.arrayContaining(sources));
    expect(verdict.categories).toContain(category);
  });

  it("200 with the family and the times that the source gave", async () => {
    expect(await caller.ask("urlsearch", "http://malware.example/bin/payload.exe")).toEqual({
      type: "url",
      value: "http://malware.example/bin/payload.exe",
      disposition: "malicious",
      threatLevel: 90,
      confidence: 95,
      categories: ["malware"],
      malwareFamily: "AgentTesla",
      sources: ["urlhaus"],
      firstSeen: `${day(4)}T08:00:00.000Z`,
      lastSeen: `${day(3)}T08:00:00.000Z`,
      found: true,
    });
  });

  it("200 suspicious for another page at the host of a listed one", async () => {
    const verdict = await caller.ask("urlsearch", "http://malware.example/other");
    expect(verdict).toMatchObject({ disposition: "suspicious", sources: ["urlhaus"] });
  });

  it("200 clean for a popular domain, but malicious for a listed page of a popular domain", async () => {
    expect(await caller.ask("urlsearch", "https://www.shop.example/a")).toMatchObject({
      disposition: "clean",
      sources: ["misp-warninglist-tranco10k"],
    });
    const listed = await caller.ask("urlsearch", "https://secure-login.bank.example/verify/");
    expect(listed.disposition).toBe("malicious");
  });

  it("200 unknown, not clean, for a URL that no source lists", async () => {
    expect(await caller.ask("urlsearch", "https://nobody-lists-this.example/")).toEqual({
      type: "url",
      value: "https://nobody-lists-this.example/",
      disposition: "unknown",
      threatLevel: 0,
      confidence: 0,
      categories: [],
      sources: [],
      found: false,
    });
  });

  it("200 malicious for a URL that carries a listed URL as a parameter", async () => {
    const wrapped = `https://www.google.com/url?q=${encodeURIComponent("http://parcel-tracking.test/pay?id=7")}`;
    const verdict = await caller.ask("urlsearch", wrapped);
    expect(verdict).toMatchObject({ disposition: "malicious", sources: ["openphish"] });
  });

  it("200 for a value of 2,048 characters of any kind, 400 for one more", async () => {
    const longest = `http://long.test/${"\u{1F600}".repeat(2031)}`;
    expect((await caller.ask("urlsearch", ` ${longest}\n`)).value).toBe(longest);
    const path = `/api/v1/urlsearch?value=${encodeURIComponent(`${longest}a`)}`;
    expect((await caller.get(path)).status).toBe(400);
  });

  it("200 for a domain with type=domain", async () => {
    const verdict = await caller.ask("urlsearch", "C2.botnet.example.", "domain");
    expect(verdict).toMatchObject({ type: "domain", value: "c2.botnet.example" });
    expect(verdict).toMatchObject({ disposition: "malicious", malwareFamily: "QakBot" });
  });

  it.each(["192.0.2.1", "2001:db8::1"])("200 with type url for the address %s", async (value) => {
    expect(await caller.ask("urlsearch", value)).toMatchObject({ type: "url", value });
  });

  it.each([
    ["no value", "", "is missing; it must be text"],
    ["an empty value", "value="],
    ["blanks", "value=%20%20"],
    ["a value given twice", "value=a.test&value=a.test", "is invalid: was given more than once"],
    ["an unknown type", "value=a.test&type=ip", "is invalid: must be one of url, domain"],
    ["a type in capitals", "value=a.test&type=URL", "is invalid: must be one of url, domain"],
    ["an empty type", "value=a.test&type=", "is invalid: must be one of url, domain"],
    [
      "a type given twice",
      "value=a.test&type=url&type=url",
      "is invalid: was given more than once",
    ],
    ["no host", "value=http%3A%2F%2F"],
    ["words", "value=not%20a%20url"],
    ["a long value", `value=${"a".repeat(2049)}`],
    ["an address as a domain", "value=192.0.2.1&type=domain"],
    ["a name that is not a host name", "value=_dmarc.evil.test&type=domain"],
  ])("400 for %s", async (_case, query, said = "") => {
    const answer = await caller.get(`/api/v1/urlsearch?${query}`);
    expect(answer.status).toBe(400);
    expect(answer.headers.get("ratelimit")).toMatch(/^"month";r=\d+;t=\d+$/);
    const body = await answer.json<object>();
    expect(Object.keys(body).toSorted()).toEqual(["message", "statusCode"]);
    expect(body).toMatchObject({
      statusCode: 400,
      message: expect.stringMatching(new RegExp(`^"(value|type)" ${said}`)),
    });
  });

  it("200 with unknown parameters, which are ignored", async () => {
    const answer = await caller.get("/api/v1/urlsearch?value=a.test&utm=1&utm=2&Type=none");
    expect(answer.status).toBe(200);
  });
});

describe("GET /api/v1/ipsearch", () => {
  it.each([
    ["203.0.113.10", "malicious", ["ipsum"]],
    ["203.0.113.11", "suspicious", ["ipsum"]],
    ["203.0.113.12", "unknown", ["ipsum"]],
    ["198.51.100.77", "malicious", ["spamhaus-drop"]],
    ["::ffff:198.51.100.77", "malicious", ["spamhaus-drop"]],
    ["64:ff9b::c633:644d", "malicious", ["spamhaus-drop"]],
    ["2001:DB8:BAD::1", "malicious", ["spamhaus-dropv6"]],
    ["203.0.113.80", "malicious", ["threatfox"]],
    ["203.0.113.90", "malicious", ["feodo"]],
    ["203.0.113.66", "suspicious", ["urlhaus"]],
    ["192.0.2.140", "unknown", ["vpns"]],
    ["192.0.2.53", "clean", ["misp-warninglist-public-dns-v4"]],
  ])("200 %s is %s", async (value, disposition, sources) => {
    const verdict = await caller.ask("ipsearch", value);
    expect(verdict).toMatchObject({ type: "ip", disposition, sources });
  });

  it.each([
    ["AS64500", undefined, "malicious"],
    ["as 64500", undefined, "malicious"],
    ["ASN64500", undefined, "malicious"],
    ["\u200B<AS64500>,", undefined, "malicious"],
    ["64500", "asn", "malicious"],
    ["0.64500", "asn", "malicious"],
    ["AS64501", "asn", "unknown"],
  ])("200 for the AS number %s", async (value, type, disposition) => {
    const verdict = await caller.ask("ipsearch", value, type);
    expect(verdict).toMatchObject({ type: "asn", disposition, found: true });
    expect(verdict.value).toMatch(/^AS6450[01]$/);
  });

  it.each([
    ["10.1.2.3", "private"],
    ["127.0.0.1", "private"],
    ["100.64.0.1", "private"],
    ["fe80::1", "private"],
    ["fd00::1", "private"],
    ["224.0.0.1", "reserved"],
    ["0.0.0.0", "reserved"],
    ["192.0.2.99", "reserved"],
    ["2001:db8::99", "reserved"],
    ["AS64511", "reserved"],
    ["AS65000", "reserved"],
    ["AS23456", "reserved"],
  ])("200 unknown for %s, which is %s", async (value, category) => {
    const verdict = await caller.ask("ipsearch", value);
    expect(verdict).toMatchObject({
      disposition: "unknown",
      found: false,
      categories: [category],
      sources: [],
    });
  });

  it.each([
    "1.2.3",
    "01.2.3.4",
    "0x1.2.3.4",
    "1.2.3.4/32",
    "fe80::1%25eth0",
    "64500",
    "AS4294967296",
    "AS64500&type=ip",
    "192.0.2.1&type=asn",
    "192.0.2.1&type=",
    "example.test",
  ])("400 for %s", async (value) => {
    expect((await caller.get(`/api/v1/ipsearch?value=${value}`)).status).toBe(400);
  });
});

describe("the weight given by a line of a feed", () => {
  it("is not rounded to whole percents: each count of lists gives its exact threat level", async () => {
    const source = await aSource({ kind: "ip", format: "ipsum", category: "attacker" });
    const lists = Array.from({ length: 11 }, (_, at) => at + 1);
    await upload(source, lists.map((n) => `11.22.33.${n}\t${n}\n`).join(""));
    for (const n of lists) {
      const { threatLevel } = await caller.ask("ipsearch", `11.22.33.${n}`);
      expect([n, threatLevel]).toEqual([n, Math.round(80 * (1 - 0.75 ** n))]);
    }
  });

  it("is kept for a value that its source no longer lists", async () => {
    const decay = { tauDays: 10, delta: 1 };
    const source = await aSource({ kind: "ip", format: "ipsum", category: "attacker", decay });
    await upload(source, "11.22.34.7\t7\n11.22.34.8\t8\n");
    await upload(source, "11.22.34.8\t8\n");
    expect(await caller.ask("ipsearch", "11.22.34.7")).toMatchObject({ threatLevel: 69 });
  });
});

describe("GET /api/v1/dnssearch", () => {
  it("200 malicious for a listed name and suspicious for a name below one", async () => {
    const exact = await caller.ask("dnssearch", "c2.botnet.example");
    expect(exact).toMatchObject({ type: "domain", disposition: "malicious" });
    const below = await caller.ask("dnssearch", "a.b.dropper.example");
    expect(below).toMatchObject({ disposition: "suspicious", sources: ["urlhaus-filter"] });
  });

  it("200 suspicious for the host of a listed page", async () => {
    const verdict = await caller.ask("dnssearch", "account-check.test");
    expect(verdict).toMatchObject({ disposition: "suspicious", sources: ["phishtank"] });
  });

  it("200 for a name with an underscore, 400 for an address", async () => {
    expect((await caller.ask("dnssearch", "_dmarc.shop.example")).found).toBe(true);
    expect((await caller.get("/api/v1/dnssearch?value=192.0.2.1")).status).toBe(400);
  });
});

describe("GET /api/v1/darkweb", () => {
  it("200 suspicious with the names of the breaches as sources", async () => {
    expect(await caller.ask("darkweb", "forum.example")).toEqual({
      type: "domain",
      value: "forum.example",
      disposition: "suspicious",
      threatLevel: 45,
      confidence: 90,
      categories: ["breach", "email-addresses", "passwords"],
      sources: ["ExampleForum"],
      firstSeen: "2021-03-01T00:00:00.000Z",
      lastSeen: "2021-03-01T00:00:00.000Z",
      found: true,
    });
  });

  it("200 with breaches only: they do not count in dnssearch, nor listed names in darkweb", async () => {
    expect((await caller.ask("dnssearch", "forum.example")).found).toBe(false);
    expect((await caller.ask("darkweb", "c2.botnet.example")).found).toBe(false);
    expect((await caller.ask("darkweb", "192.0.2.200", "ip")).sources).toEqual(["tor-exits"]);
  });

  it("200 for an e-mail address with its breaches, in any case, defanged or with a +tag", async () => {
    const name = aName();
    const source = await aSource({
      kind: "email",
      format: "exposures",
      category: "breach",
      effect: "exposure",
    });
    const feed = `indicator,breach,date,classes\nSome.One@${name},Example Leak,2024-05-06,Passwords;Names\n`;
    expect((await upload(source, feed)).status).toBe(200);
    for (const value of [`some.one@${name}`, `SOME.ONE@${name}`, `some[.]one[at]${name}`]) {
      expect(await caller.ask("darkweb", value, "email")).toMatchObject({
        type: "email",
        value: `some.one@${name}`,
        disposition: "suspicious",
        categories: ["breach", "names", "passwords"],
        sources: ["Example Leak"],
        firstSeen: "2024-05-06T00:00:00.000Z",
      });
    }
    const tagged = await caller.ask("darkweb", `some.one+shop@${name}`, "email");
    expect(tagged).toMatchObject({ value: `some.one+shop@${name}`, sources: ["Example Leak"] });
    expect((await caller.ask("darkweb", `other@${name}`, "email")).found).toBe(false);
  });

  it("200 for a name listed by a source of category breach or of effect exposure", async () => {
    const name = aName();
    const source = await aSource({ category: "breach" });
    const logs = await aSource({ category: "malware", effect: "exposure" });
    for (const one of [source, logs]) expect((await upload(one, `${name}\n`)).status).toBe(200);
    expect(await caller.ask("darkweb", name)).toMatchObject({
      disposition: "suspicious",
      categories: ["breach"],
      sources: [source, logs].toSorted(),
    });
    expect((await caller.ask("dnssearch", name)).found).toBe(false);
  });

  it("400 for a malformed e-mail or address and for an unknown type", async () => {
    expect((await caller.get("/api/v1/darkweb?value=nobody&type=email")).status).toBe(400);
    expect((await caller.get("/api/v1/darkweb?value=a.test&type=url")).status).toBe(400);
    const address = await caller.get("/api/v1/darkweb?value=1.2.3&type=ip");
    expect(await address.json()).toEqual({
      statusCode: 400,
      message: '"value" must be one IPv4 or IPv6 address.',
    });
  });
});

describe("every look-up", () => {
  const MODULES = ["urlsearch", "ipsearch", "dnssearch", "darkweb"] as const;

  it.each(MODULES)("401 for an unknown key, 403 without the scope of %s", async (module) => {
    const other = await aCaller(MODULES.filter((name) => name !== module));
    const path = `/api/v1/${module}?value=nonsense%20value`;
    const refused = await other.get(path);
    expect(refused.status).toBe(403);
    expect(await refused.json()).toEqual({ statusCode: 403, message: `Missing scope: ${module}` });
    const unknown = await other.get(path, { "x-api-key": "nonsense" });
    expect(unknown.status).toBe(401);
  });

  it("is billed when answered, not when refused", async () => {
    const own = await aCaller();
    const left = async (query: string) => {
      const answer = await own.get(`/api/v1/ipsearch?value=${query}`);
      return Number(/r=(\d+)/.exec(answer.headers.get("ratelimit") ?? "")?.[1]);
    };
    const before = await left("203.0.113.10");
    expect(await left("nonsense")).toBe(before);
    expect(await left("203.0.113.10")).toBe(before - 1);
  });

  it("is billed to its own module", async () => {
    const own = await aCaller();
    let at = Date.now();
    const isolate = anotherIsolate({ now: () => at });
    for (const [module, value] of [
      ["ipsearch", "203.0.113.10"],
      ["ipsearch", "203.0.113.11"],
      ["dnssearch", "nobody-lists-this.example"],
      ["darkweb", "nobody-lists-this.example"],
    ] as const) {
      await own.ask(module, value, undefined, isolate);
    }
    // Beyond the lease, so that what was spent is reported.
    at += 15_000;
    await own.ask("urlsearch", "https://nobody-lists-this.example/", undefined, isolate);
    const path = `/admin/tenants/${own.tenantId}/usage`;
    const usage = await call("GET", path, { as: await anOperator() });
    expect(await usage.json()).toMatchObject({
      modules: { ipsearch: 2, dnssearch: 1, darkweb: 1, urlsearch: 0 },
    });
  });

  it("gives defanged, re-encoded and re-cased forms of one URL the same verdict", async () => {
    const forms = [
      "http://parcel-tracking.test/pay?id=7",
      "HTTP://PARCEL-tracking.TEST/pay?id=7",
      "hxxp://parcel-tracking[.]test/pay?id=7",
      "http://parcel-tracking.test:80/%70%61y?id=7#x",
      "http://user:pass@parcel-tracking.test./a/../pay?id=7",
      "parcel-tracking(dot)test/./pay?id=%37",
    ];
    const verdicts: Omit<Verdict, "value">[] = [];
    for (const form of forms) {
      const { value: _value, ...rest } = checked(await caller.ask("urlsearch", form));
      verdicts.push(rest);
    }
    for (const verdict of verdicts) expect(verdict).toEqual(verdicts[0]);
    expect(verdicts[0]?.disposition).toBe("malicious");
  });
});
