import { describe, expect, it } from "vitest";
import { isMisconfigured } from "../../src/platform/outbound/allowed-exceptions.ts";
import { isPublicAddress } from "../../src/platform/outbound/addresses.ts";
import { resolveHost } from "../../src/platform/outbound/resolve-host.ts";

describe("the guard", () => {
  it.each([
    "127.0.0.1",
    "10.1.2.3",
    "100.64.0.1",
    "169.254.169.254",
    "172.31.255.255",
    "192.168.1.1",
    "198.18.0.1",
    "224.0.0.1",
    "255.255.255.255",
    "0.0.0.0",
    "::1",
    "::",
    "::ffff:10.0.0.1",
    "64:ff9b::a00:1",
    "2002:a00:1::",
    "fe80::1",
    "fc00::1",
    "fd12:3456::1",
    "ff02::1",
    "2001:db8::1",
  ])("%s is not public", (address) => {
    expect(isPublicAddress(address)).toBe(false);
  });

  it.each(["1.1.1.1", "8.8.8.8", "100.63.255.255", "172.32.0.1", "2606:4700:4700::1111"])(
    "%s is public",
    (address) => {
      expect(isPublicAddress(address)).toBe(true);
    },
  );

  const resolver = (records: Record<string, string[]>) =>
    (async (input: string) => {
      const type = new URL(input).searchParams.get("type") ?? "";
      const number = type === "A" ? 1 : 28;
      const answer = (records[type] ?? []).map((data) => ({ type: number, data }));
      return Response.json({ Answer: answer });
    }) as unknown as typeof fetch;

  it("takes a name only if every address it leads to is public", async () => {
    expect(await resolveHost("a.com", resolver({ A: ["1.1.1.1"] }))).toBe("ok");
    expect(await resolveHost("a.com", resolver({ A: ["1.1.1.1", "10.0.0.1"] }))).toBe("address");
    expect(await resolveHost("a.com", resolver({ A: ["1.1.1.1"], AAAA: ["::1"] }))).toBe("address");
    expect(await resolveHost("a.com", resolver({}))).toBe("dns");
    const down = (async () => Promise.reject(new Error("down"))) as typeof fetch;
    expect(await resolveHost("a.com", down)).toBe("dns");
  });

  it("a deployed environment with an exception serves no webhooks", () => {
    const setting = { WEBHOOKS_ALLOW: "http://localhost:*" };
    const of = (ENVIRONMENT: string) =>
      isMisconfigured({ ...setting, ENVIRONMENT } as Cloudflare.Env);
    expect([of("production"), of("staging"), of("development")]).toEqual([true, true, false]);
  });
});
