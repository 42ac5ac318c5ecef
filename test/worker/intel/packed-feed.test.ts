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

it("a feed packed with gzip in several members, as by cat and pigz, is 200", async () => {
  const gzip = (text: string) =>
    new Blob([text]).stream().pipeThrough(new CompressionStream("gzip"));
  const names = [aName(), aName(), aName()];
  const members = await Promise.all(names.map((name) => new Response(gzip(`${name}\n`)).blob()));
  const loaded = await upload(await aSource(), await new Blob(members).arrayBuffer());
  expect(await loaded.json()).toMatchObject({ rows: 3, badLines: 0 });
});
