import { describe, expect, it } from "vitest";
import { domainList } from "../../../src/intel/sources/formats/plain-lists.ts";

describe("a response policy zone that is loaded as a list of domains", () => {
  const read = domainList.open();

  it.each([
    "$TTL 300",
    "$ORIGIN rpz.example.",
    "@ IN SOA localhost. root.localhost. 1 2 3 4 5",
    "@ 300 IN NS localhost.",
    " NS localhost.",
    "\tIN NS localhost.",
    "good.example CNAME rpz-passthru.",
    "*.good.example 300 IN CNAME rpz-passthru. ; ours",
  ])("lists nothing by its head, and no name that it lets pass: %s", (line) => {
    expect(read(line)).toBeUndefined();
  });

  it.each([
    ["bad.example CNAME .", { kind: "domain", value: "bad.example" }],
    ["bad.example. 300 IN CNAME *.", { kind: "domain", value: "bad.example." }],
    ["*.bad.example CNAME .", { kind: "domain", value: "bad.example", below: true }],
    [
      "bad.example CNAME . ; was CNAME rpz-passthru. once",
      { kind: "domain", value: "bad.example" },
    ],
    ["bad.example # CNAME rpz-passthru.", { kind: "domain", value: "bad.example" }],
    ["bad.example CNAME rpz-passthru.evil.example", { kind: "domain", value: "bad.example" }],
  ])("lists the name that it blocks: %s", (line, finding) => {
    expect(read(line)).toEqual(finding);
  });
});
