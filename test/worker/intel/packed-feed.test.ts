import { expect, it } from "vitest";
import { aName, aSource, upload } from "../../support/intel.ts";

it("a feed packed with gzip is 200, or 413 if it unpacks to more than 64 MiB", async () => {
  const gzip = (text: string) =>
    new Response(
      new Blob([text]).stream().pipeThrough(new CompressionStream("gzip")),
    ).arrayBuffer();
  const source = await aSource();
  const [one, other] = [aName(), aName()];
  const loaded = await upload(source, await gzip(`${one}\n${other}\n`));
  expect(loaded.status).toBe(200);
  expect(await loaded.json()).toMatchObject({ rows: 2, badLines: 0 });
  const packed = await gzip(`#${" ".repeat(1_022)}\n`.repeat(64 * 1024 + 1));
  const refused = await upload(source, packed);
  expect(refused.status).toBe(413);
  expect(await refused.json()).toMatchObject({ error: "body_too_large" });
});
