import { expect, it } from "vitest";
import { aCaller, aName, aSource, upload } from "../../support/intel.ts";

it("what a feed lists at two times was seen first at the earlier one and last at the later one", async () => {
  const [name, caller] = [aName(), await aCaller()];
  const source = await aSource({ kind: "url", format: "jpcert" });
  const [listed, other] = [`https://${name}/login`, `https://other.${name}/`];
  const lines = [
    `2025/10/09 12:58:00,${listed},ACME`,
    `2025/10/02 12:12:00,${listed},ACME`,
    `2025/10/07 09:00:00,${other},ACME`,
  ];
  await upload(source, `date,URL,description\n${lines.join("\n")}\n`);
  const twice = { firstSeen: "2025-10-02T03:12:00.000Z", lastSeen: "2025-10-09T03:58:00.000Z" };
  expect(await caller.ask("urlsearch", listed)).toMatchObject(twice);
  expect(await caller.ask("dnssearch", name)).toMatchObject(twice);
  const once = { firstSeen: "2025-10-07T00:00:00.000Z", lastSeen: "2025-10-07T00:00:00.000Z" };
  expect(await caller.ask("urlsearch", other)).toMatchObject(once);
});
