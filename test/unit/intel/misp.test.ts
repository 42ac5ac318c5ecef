import { describe, expect, it } from "vitest";
import { isBad, partsOf, type BadLine, type Finding } from "../../../src/intel/sources/finding.ts";
import { readFeed } from "../../../src/intel/sources/read-feed.ts";

async function* bytesOf(text: string): AsyncGenerator<Uint8Array> {
  yield new TextEncoder().encode(text);
}

/** What a document of MISP says, and why parts of it are bad. */
async function read(document: object): Promise<(string | BadLine)[]> {
  const said: (Finding | BadLine)[] = [];
  await readFeed("misp-feed", bytesOf(JSON.stringify(document)), (reading) => {
    if (reading !== undefined) said.push(...partsOf(reading));
  });
  return said.map((one) => (isBad(one) ? one : one.value));
}

const eventOf = (more: object) => ({
  Event: { Attribute: [{ type: "domain", value: "a.test", ...more }] },
});

describe("MISP's JSON", () => {
  it("is read as the answer of a search for attributes, which names the event within each", async () => {
    const Attribute = [
      { type: "domain", value: "a.test", to_ids: true, Event: { id: "1", info: "x" } },
      { type: "ip-dst|port", value: "2001:db8::7|443", to_ids: true, Event: { id: "2" } },
    ];
    expect(await read({ response: { Attribute } })).toEqual(["a.test", "2001:db8::7"]);
  });

  it("is read as many events of a feed in one list", async () => {
    const events = [eventOf({}), eventOf({ value: "b.test" })];
    expect(await read(events)).toEqual(["a.test", "b.test"]);
  });

  it.each([{ to_ids: false }, { to_ids: "0" }, { to_ids: 0 }, { deleted: true }, { deleted: "1" }])(
    "lists nothing that is flagged with %j",
    async (flags) => {
      expect(await read(eventOf(flags))).toEqual([]);
    },
  );

  it("lists what older servers flag by a text", async () => {
    expect(await read(eventOf({ to_ids: "1", deleted: "0" }))).toEqual(["a.test"]);
  });

  it("lists nothing for a path of any server, which is no bad line", async () => {
    expect(await read(eventOf({ type: "uri", value: "/gate.php?id=1" }))).toEqual([]);
    const uri = { type: "uri", value: "http://b.test/gate.php" };
    expect(await read(eventOf(uri))).toEqual(["http://b.test/gate.php"]);
  });
});
