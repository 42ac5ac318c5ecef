import { once } from "node:events";
import { Agent, createServer } from "node:http";
import { connect, createServer as createPlain, type AddressInfo, type Server } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { forward } from "../../scripts/dev/forward.ts";

const HOST = "127.0.0.1";
const ANSWER = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\nConnection: close\r\n\r\nok";
/** Longer than the time between the parts of a request. */
const QUIET_MS = 100;

const agent = new Agent();
let came = "";

/** Records what it is sent, byte by byte, and answers once nothing more arrives. */
const behind = createPlain((socket) => {
  let waiting: NodeJS.Timeout | undefined;
  socket.on("data", (bytes) => {
    came += bytes.toString();
    clearTimeout(waiting);
    waiting = setTimeout(() => socket.end(ANSWER), QUIET_MS);
  });
});
const front = createServer((request, response) =>
  forward({ request, response, cf: {}, agent, port: portOf(behind) }),
);

function portOf(server: Server): number {
  return (server.address() as AddressInfo).port;
}

beforeAll(async () => {
  for (const server of [behind, front]) {
    server.listen(0, HOST);
    await once(server, "listening");
  }
});

afterAll(() => {
  front.closeAllConnections();
  for (const server of [behind, front]) server.close();
  agent.destroy();
});

async function send(text: string): Promise<string> {
  came = "";
  const socket = connect(portOf(front), HOST, () => socket.write(text));
  await once(socket, "data");
  socket.destroy();
  return came.toLowerCase();
}

describe("a request that the local front forwards", () => {
  const NEXT = "GET /next HTTP/1.1\r\nMF-CF-Blob: {}\r\n\r\n";

  it.each(["GET", "DELETE", "OPTIONS", "POST"])(
    "keeps Content-Length and Transfer-Encoding though the client lists them in Connection: %s",
    async (method) => {
      const head = `${method} / HTTP/1.1\r\nHost: x\r\n`;
      const hidden = `Connection: content-length\r\nContent-Length: ${NEXT.length}\r\n\r\n${NEXT}`;
      expect(await send(head + hidden)).toContain(`\r\ncontent-length: ${NEXT.length}\r\n`);
      const chunk = `${NEXT.length.toString(16)}\r\n${NEXT}\r\n0\r\n\r\n`;
      const pieces = `Connection: transfer-encoding\r\nTransfer-Encoding: chunked\r\n\r\n${chunk}`;
      expect(await send(head + pieces)).toContain("\r\ntransfer-encoding: chunked\r\n");
    },
  );
});
