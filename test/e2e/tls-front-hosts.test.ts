import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { keepServerCertificate, SERVER_CA } from "../../scripts/dev/keep-server-certificate.ts";
import { type Front, openFront } from "../../scripts/dev/tls-front.ts";
import { makeAuthority } from "../support/client-certificates.ts";
import { send } from "../support/echo.ts";
import { freePort } from "../support/free-port.ts";

const folder = mkdtempSync(join(tmpdir(), "rampart-front-"));
let front: Front;
let ca: Buffer;

/** There is no Worker behind it: a request that it passes on gets 502. */
beforeAll(async () => {
  const known = await makeAuthority("Known");
  front = await openFront({
    port: 0,
    upstreamPort: await freePort(),
    server: await keepServerCertificate(folder),
    clientCa: known.chain,
    revokedFile: join(folder, "revoked.txt"),
  });
  ca = readFileSync(join(folder, SERVER_CA));
});

afterAll(async () => {
  await front?.close();
  rmSync(folder, { recursive: true, force: true });
});

async function ask(...hosts: string[]) {
  const headers = hosts.flatMap((host) => ["Host", host]);
  return send(front.port, "/echo?a=1", { ca, options: { headers } });
}

describe("the Host header of a request to the local TLS front", () => {
  it.each([
    [["localhost", "other"]],
    [["localhost/cdn-cgi/local/scheduled?"]],
    [["localhost?"]],
    [["somebody@localhost"]],
    [["a b"]],
    [["["]],
    [["localhost:99999"]],
    [["localhost:b"]],
  ])("400 if it is not one valid host: %j", async (hosts) => {
    const { status, text } = await ask(...hosts);
    expect([status, text]).toEqual([400, "The request must name one host.\n"]);
  });

  it.each(["localhost", "LOCALHOST:", "127.0.0.1:8443", "[::1]", "[::1]:8443", "my_host.test"])(
    "is passed on if it is %s",
    async (host) => {
      expect((await ask(host)).status).toBe(502);
    },
  );
});

describe("a local TLS front with no Worker behind it", () => {
  it("answers 502", async () => {
    expect((await send(front.port, "/", { ca })).status).toBe(502);
  });
});
