import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isRefusal } from "../../src/http/index.ts";
import { isException, isMisconfigured } from "../../src/platform/outbound/allowed-exceptions.ts";
import { isPublicAddress } from "../../src/platform/outbound/addresses.ts";
import { checkUrl } from "../../src/platform/outbound/check-url.ts";
import { resolveHost } from "../../src/platform/outbound/resolve-host.ts";

const DEPLOYED = { ENVIRONMENT: "production", WEBHOOKS_ALLOW: "" } as Cloudflare.Env;
const LOCAL = {
  ENVIRONMENT: "development",
  WEBHOOKS_ALLOW: "http://localhost:*",
} as Cloudflare.Env;
const OWN = "rampart.example.com";

const REFUSED = {
  "no URL": [
    "",
    "hooks.example.com",
    "https://",
    "https://[::1",
    "https://exa mple.com/",
    "https://%zz/",
  ],
  "another scheme": [
    "http://hooks.acme.com/",
    "ftp://hooks.acme.com/",
    "file:///etc/passwd",
    "javascript:alert(1)",
    "data:text/plain,x",
    "wss://hooks.acme.com/",
    "gopher://hooks.acme.com/",
  ],
  "an IPv4 address": [
    "https://127.0.0.1/",
    "https://127.0.0.1./",
    "https://127.0.0.1../",
    "https://0x7f.1.../",
    "https://.../",
    "https://127.1/",
    "https://127.0.1/",
    "https://2130706433/",
    "https://0x7f000001/",
    "https://0x7f.0.0.1/",
    "https://0x7F.1/",
    "https://017700000001/",
    "https://0177.0.0.1/",
    "https://0177.0x0.1/",
    "https://127.0.0.0x1/",
    "https://%31%32%37.0.0.1/",
    "https://１２７.０.０.１/",
    "https://①②⑦.⓪.⓪.①/",
    "https://127。0。0。1/",
    "https://0/",
    "https://0.0.0.0/",
    "https://10.0.0.1/",
    "https://100.64.0.1/",
    "https://169.254.169.254/",
    "https://0xA9FEA9FE/",
    "https://2852039166/",
    "https://0251.0376.0251.0376/",
    "https://172.16.0.1/",
    "https://192.168.0.1/",
    "https://255.255.255.255/",
    "https://100.100.100.200/",
    "https://1.1.1.1/",
  ],
  "an IPv6 address": [
    "https://[::1]/",
    "https://[::]/",
    "https://[0:0:0:0:0:0:0:1]/",
    "https://[0000:0000:0000:0000:0000:0000:0000:0001]/",
    "https://[::ffff:127.0.0.1]/",
    "https://[::ffff:7f00:1]/",
    "https://[::ffff:169.254.169.254]/",
    "https://[::127.0.0.1]/",
    "https://[::ffff:0:127.0.0.1]/",
    "https://[64:ff9b::127.0.0.1]/",
    "https://[64:ff9b::a9fe:a9fe]/",
    "https://[2002:7f00:1::]/",
    "https://[fe80::1]/",
    "https://[fe80::1%25eth0]/",
    "https://[fd00:ec2::254]/",
    "https://[2606:4700:4700::1111]/",
  ],
  "a name outside the public internet": [
    "https://localhost/",
    "https://localhost./",
    "https://LOCALHOST/",
    "https://a.localhost/",
    "https://ⓛocalhost/",
    "https://intranet/",
    "https://db/",
    "https://metadata/",
    "https://instance-data/latest/meta-data/",
    "https://metadata.google.internal/computeMetadata/v1/",
    "https://metadata.google.internal./",
    "https://METADATA.GOOGLE.INTERNAL/",
    "https://instance-data.ec2.internal/",
    "https://printer.local/",
    "https://printer.local.../",
    "https://router.home.arpa/",
    "https://nas.lan/",
    "https://dc.corp/",
    "https://hidden.onion/",
    "https://x.invalid/",
    "https://x.test/",
    "https://x.example/",
    "https://router.home/",
    "https://wiki.intranet/",
  ],
  "our own host or a neighbour's": [
    `https://${OWN}/`,
    `https://${OWN}./`,
    `https://RAMPART.example.com/`,
    `https://agents.${OWN}/`,
    "https://x.workers.dev/",
    "https://x.workers.dev./",
    "https://x.pages.dev/",
  ],
  "a user, a port or a fragment that is not allowed": [
    "https://user@hooks.acme.com/",
    "https://user:pass@hooks.acme.com/",
    "https://:pass@hooks.acme.com/",
    "https://hooks.acme.com@127.0.0.1/",
    "https://127.0.0.1@hooks.acme.com/",
    "https://hooks.acme.com/#",
    "https://hooks.acme.com:22/",
    "https://hooks.acme.com:80/",
    "https://hooks.acme.com:6379/",
    "https://hooks.acme.com:65536/",
    "https://hooks.acme.com:0/",
    "https://hooks.acme.com/#part",
  ],
} as const;

describe("the URL of a webhook", () => {
  for (const [kind, urls] of Object.entries(REFUSED)) {
    it.each(urls)(`is refused for ${kind}: %s`, (url) => {
      expect(checkUrl(DEPLOYED, url, OWN)).toMatchObject({ status: 400, error: "invalid_request" });
    });
  }

  it.each([
    ["https://hooks.acme.com/a?b=c", "https://hooks.acme.com/a?b=c"],
    ["https://hooks.acme.com./a", "https://hooks.acme.com/a"],
    ["https://HOOKS.acme.com:443/", "https://hooks.acme.com/"],
    ["https://hooks.acme.com:8443/", "https://hooks.acme.com:8443/"],
    ["https://bücher.example.org/", "https://xn--bcher-kva.example.org/"],
    ["https://1.example.org/", "https://1.example.org/"],
    ["  https://hooks.acme.com/  ", "https://hooks.acme.com/"],
    ["https:\\\\hooks.acme.com\\a", "https://hooks.acme.com/a"],
    ["https://not-rampart.example.com/", "https://not-rampart.example.com/"],
  ])("is accepted and normalised: %s", (url, href) => {
    const taken = checkUrl(DEPLOYED, url, OWN);
    expect(isRefusal(taken) ? taken : taken.href).toBe(href);
  });

  it("is refused if it names this service, even if the request's host ends with a dot", () => {
    expect(checkUrl(DEPLOYED, `https://${OWN}/`, `${OWN}.`)).toMatchObject({ status: 400 });
  });

  it("is refused if it names the host that agents call, whatever the request's host", () => {
    const env = { ...DEPLOYED, AGENT_BASE_URL: "https://agents.acme.com/" };
    for (const own of [OWN, ""]) {
      for (const host of ["agents.acme.com", "AGENTS.acme.com.", "a.agents.acme.com"]) {
        expect(checkUrl(env, `https://${host}/`, own)).toMatchObject({ status: 400 });
      }
      expect(isRefusal(checkUrl(env, "https://acme.com/", own))).toBe(false);
    }
    const broken = { ...DEPLOYED, AGENT_BASE_URL: "agents" };
    expect(isRefusal(checkUrl(broken, "https://agents.acme.com/", OWN))).toBe(false);
  });

  it("is refused for every IPv4 address, however its parts are written", () => {
    const part = (value: number) =>
      fc.constantFrom(String(value), `0x${value.toString(16)}`, `0${value.toString(8)}`);
    const spelled = fc
      .tuple(fc.nat(255), fc.nat(255), fc.nat(255), fc.nat(255))
      .chain(([a, b, c, d]) => {
        const all = ((a * 256 + b) * 256 + c) * 256 + d;
        const low = (b * 256 + c) * 256 + d;
        return fc.oneof(
          part(all),
          fc.tuple(part(a), part(low)).map((parts) => parts.join(".")),
          fc.tuple(part(a), part(b), part(c * 256 + d)).map((parts) => parts.join(".")),
          fc.tuple(part(a), part(b), part(c), part(d)).map((parts) => parts.join(".")),
        );
      });
    fc.assert(
      fc.property(spelled, fc.constantFrom("", "."), (host, end) => {
        expect(isRefusal(checkUrl(DEPLOYED, `https://${host}${end}/`, OWN))).toBe(true);
      }),
    );
  });

  it.each([
    ["http://localhost:8080/hook", true],
    ["http://localhost/", true],
    ["https://localhost/", false],
    ["http://127.0.0.1:8080/", false],
    ["http://localhost.evil.example:8080/", false],
    ["http://localhost@evil.example:8080/", false],
    ["http://[::1]:8080/", false],
  ])("is an exception in development only if WEBHOOKS_ALLOW names it: %s", (url, let_) => {
    expect(isException(LOCAL, new URL(url))).toBe(let_);
    expect(isRefusal(checkUrl(LOCAL, url, OWN))).toBe(!let_);
  });

  it("503 for every URL if WEBHOOKS_ALLOW is set outside development", () => {
    const of = (ENVIRONMENT: string) => ({ ...LOCAL, ENVIRONMENT });
    for (const name of ["production", "staging", "", "Development"]) {
      expect(isMisconfigured(of(name))).toBe(true);
      expect(checkUrl(of(name), "https://hooks.acme.com/", OWN)).toMatchObject({
        status: 503,
        error: "addresses_misconfigured",
      });
    }
    expect(isMisconfigured(LOCAL)).toBe(false);
  });
});

const NOT_PUBLIC = [
  "0.0.0.0",
  "10.1.2.3",
  "100.64.0.1",
  "100.127.255.255",
  "127.0.0.1",
  "169.254.169.254",
  "172.16.0.1",
  "172.31.255.255",
  "192.0.0.1",
  "192.0.2.1",
  "192.88.99.1",
  "192.168.1.1",
  "198.18.0.1",
  "198.51.100.1",
  "203.0.113.1",
  "224.0.0.1",
  "255.255.255.255",
  "::",
  "::1",
  "::7f00:1",
  "::127.0.0.1",
  "::ffff:10.0.0.1",
  "::ffff:a9fe:a9fe",
  "0:0:0:0:0:ffff:7f00:1",
  "::ffff:0:10.0.0.1",
  "64:ff9b::a00:1",
  "64:ff9b::169.254.169.254",
  "64:ff9b:1::1",
  "100::1",
  "2001::1",
  "2001:db8::1",
  "2002:a00:1::",
  "2002:a9fe:a9fe::1",
  "3fff::1",
  "4000::1",
  "5f00::1",
  "fc00::1",
  "fd00:ec2::254",
  "fe80::1",
  "fe80::1%eth0",
  "fec0::1",
  "ff02::1",
  "",
  "localhost",
  "999.1.1.1",
  "1.1.1",
  "0x7f.0.0.1",
  "10.0.0.0/8",
];

describe("the addresses that a host name resolves to", () => {
  it.each(NOT_PUBLIC)("%j is not public", (address) => {
    expect(isPublicAddress(address)).toBe(false);
  });

  it.each([
    "1.1.1.1",
    "8.8.8.8",
    "100.63.255.255",
    "100.128.0.1",
    "172.32.0.1",
    "192.169.0.1",
    "2606:4700:4700::1111",
    "2a00:1450:4001::1",
    "::ffff:8.8.8.8",
    "::ffff:808:808",
  ])("%s is public", (address) => {
    expect(isPublicAddress(address)).toBe(true);
  });

  it.each([
    ["0.0.0.0", "0.255.255.255", "1.0.0.0"],
    ["10.0.0.0", "10.255.255.255", "9.255.255.255", "11.0.0.0"],
    ["100.64.0.0", "100.127.255.255", "100.63.255.255", "100.128.0.0"],
    ["127.0.0.0", "127.255.255.255", "126.255.255.255", "128.0.0.0"],
    ["169.254.0.0", "169.254.255.255", "169.253.255.255", "169.255.0.0"],
    ["172.16.0.0", "172.31.255.255", "172.15.255.255", "172.32.0.0"],
    ["192.0.0.0", "192.0.0.255", "191.255.255.255", "192.0.1.0"],
    ["192.0.2.0", "192.0.2.255", "192.0.1.255", "192.0.3.0"],
    ["192.31.196.0", "192.31.196.255", "192.31.195.255", "192.31.197.0"],
    ["192.52.193.0", "192.52.193.255", "192.52.192.255", "192.52.194.0"],
    ["192.88.99.0", "192.88.99.255", "192.88.98.255", "192.88.100.0"],
    ["192.168.0.0", "192.168.255.255", "192.167.255.255", "192.169.0.0"],
    ["192.175.48.0", "192.175.48.255", "192.175.47.255", "192.175.49.0"],
    ["198.18.0.0", "198.19.255.255", "198.17.255.255", "198.20.0.0"],
    ["198.51.100.0", "198.51.100.255", "198.51.99.255", "198.51.101.0"],
    ["203.0.113.0", "203.0.113.255", "203.0.112.255", "203.0.114.0"],
    ["224.0.0.0", "255.255.255.255", "223.255.255.255"],
    ["2001::", "2001:1ff:ffff::1", "2001:200::"],
    ["2001:db8::", "2001:db8:ffff::1", "2001:db7:ffff::1", "2001:db9::"],
    ["2002::", "2002:ffff:ffff::1", "2001:ffff::1", "2003::"],
    ["2620:4f:8000::", "2620:4f:8000:ffff::1", "2620:4f:7fff::1", "2620:4f:8001::"],
    ["3fff::", "3fff:fff:ffff::1", "3ffe:ffff::1", "3fff:1000::"],
    ["4000::", "ffff::1", "3fff:ffff::1"],
    ["::", "1fff:ffff::1", "2000::"],
  ])("%s to %s are not public, and the addresses next to them are", (first, last, ...beside) => {
    expect([first, last].map(isPublicAddress)).toEqual([false, false]);
    expect(beside.filter((address) => !isPublicAddress(address))).toEqual([]);
  });

  const TYPE = { A: 1, CNAME: 5, AAAA: 28 };
  /** A resolver over HTTPS that knows these records of every name. */
  const resolver = (records: Partial<Record<keyof typeof TYPE, string[]>>) =>
    (async (input: string) => {
      const asked = new URL(input).searchParams.get("type") as "A" | "AAAA";
      const answer = (["CNAME", asked] as const).flatMap((name) =>
        (records[name] ?? []).map((data) => ({ type: TYPE[name], data })),
      );
      return Response.json({ Answer: answer });
    }) as unknown as typeof fetch;

  it.each(NOT_PUBLIC.filter((address) => address.includes(".") || address.includes(":")))(
    "refuse the name if %s is among them",
    async (address) => {
      const type = address.includes(":") ? "AAAA" : "A";
      const found = { A: ["1.1.1.1"], AAAA: ["2606:4700:4700::1111"] };
      const records = { ...found, [type]: [...found[type], address] };
      expect(await resolveHost("hooks.acme.com", resolver(records))).toBe("address");
    },
  );

  it("are all checked, however many there are", async () => {
    const many = Array.from({ length: 500 }, (_, at) => `8.8.${at >> 8}.${at & 255}`);
    expect(await resolveHost("a.com", resolver({ A: many }))).toBe("ok");
    expect(await resolveHost("a.com", resolver({ A: [...many, "10.0.0.1"] }))).toBe("address");
  });

  it('refuse the name as "dns" if there are none, or if the resolver fails', async () => {
    expect(await resolveHost("a.com", resolver({ A: ["1.1.1.1"] }))).toBe("ok");
    expect(await resolveHost("a.com", resolver({ CNAME: ["b.com."], A: ["1.1.1.1"] }))).toBe("ok");
    expect(await resolveHost("a.com", resolver({ CNAME: ["b.internal."] }))).toBe("dns");
    expect(await resolveHost("a.com", resolver({}))).toBe("dns");
    const answers = {
      down: () => Promise.reject(new Error("down")),
      failing: () => Promise.resolve(new Response("no", { status: 500 })),
      babbling: () => Promise.resolve(new Response("<html>")),
    };
    for (const answer of Object.values(answers)) {
      expect(await resolveHost("a.com", answer as unknown as typeof fetch)).toBe("dns");
    }
  });
});
