import { describe, expect, it } from "vitest";
import { domainList } from "../../../src/intel/sources/formats/plain-lists.ts";

const readLine = (line: string) => domainList.open()(line);

describe("rules of ad blockers in a list of names", () => {
  it.each([
    ["||evil.test^", { kind: "domain", value: "evil.test", below: true }],
    ["||evil.test^$third-party", { kind: "domain", value: "evil.test", below: true }],
    ["||evil.test^$important,all", { kind: "domain", value: "evil.test", below: true }],
    ["evil.test ## seen twice", { kind: "domain", value: "evil.test" }],
    ["evil.test # why", { kind: "domain", value: "evil.test" }],
  ])("list a name: %s", (line, finding) => {
    expect(readLine(line)).toEqual(finding);
  });

  it.each([
    "[Adblock Plus 2.0]",
    "@@||good.test^",
    "@@||good.test^$document",
    "shop.test##.ad",
    "shop.test,other.test##.ad",
    "~shop.test##.ad",
    "shop.test#@#.ad",
    "shop.test#?#div:has(> .ad)",
    "shop.test#@?#div",
    "shop.test#$#body { overflow: auto }",
    "shop.test#$?#body",
    "shop.test#%#window.x = 1;",
    "shop.test#@%#window.x = 1;",
    "shop.test$$div[id]",
    "shop.test$@$div[id]",
    "||evil.test^$badfilter",
    "||shop.test^$important,badfilter",
    "||shop.test^$domain=a.test|~b.test",
    "||shop.test^$third-party,domain=a.test",
    "||shop.test^$denyallow=a.test",
    "||shop.test^$client=192.0.2.1",
    "||shop.test^$removeparam=utm",
    "||video.test^$dnsrewrite=safe.test",
  ])("list nothing, and are no bad lines: %s", (line) => {
    expect(readLine(line)).toBeUndefined();
  });

  it("take no more time than they are long", () => {
    for (const line of [
      `||a.test^$${"a,".repeat(30_000)}`,
      "$".repeat(60_000),
      "a".repeat(60_000),
    ]) {
      readLine(line);
    }
  });
});
