import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, it } from "vitest";
import { askUntilAnswered } from "../../scripts/dev/ask-until-answered.ts";

const servers: { close: () => void }[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

async function aServer(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  servers.push({ close: () => (server.closeAllConnections(), server.close()) });
  await new Promise<void>((listens) => server.listen(0, "127.0.0.1", listens));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/healthz`;
}

it("askUntilAnswered sends another request if one is never answered", async () => {
  let asked = 0;
  const url = await aServer((_request, response) => {
    asked += 1;
    if (asked > 2) response.end("{}");
  });
  expect(await askUntilAnswered(url, AbortSignal.timeout(20_000), 50)).toBe(true);
  expect(asked).toBe(3);
});

it("askUntilAnswered returns false once its signal has timed out", async () => {
  const url = await aServer(() => {});
  expect(await askUntilAnswered(url, AbortSignal.timeout(50))).toBe(false);
});
