import { describe, expect, it } from "vitest";
import { longUrl, shortUrl } from "../../src/portal/webhooks/short-url.ts";

describe("the address of an endpoint in a list", () => {
  it("is shortened to its host and its end if it is very long, else shown in full", () => {
    const usual = "https://hooks.example.com/services/T000/B000";
    expect(shortUrl(usual)).toBe(usual);
    expect(longUrl(usual)).toBeUndefined();
    const long = `https://hooks.example.com:8443/${"a".repeat(900)}?token=0123456789abcdef`;
    expect(shortUrl(long)).toBe("https://hooks.example.com:8443/…0123456789abcdef");
    expect(longUrl(long)).toBe(long);
    const host = `https://${"a.".repeat(100)}example.com/hook`;
    expect(shortUrl(host).length).toBeLessThan(70);
  });
});
