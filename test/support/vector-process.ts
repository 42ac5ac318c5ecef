import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { VectorPeer } from "./vector-peer.ts";

/**
 * Runs the peer of vector-peer.ts as a server process. /seen tells what it has stored and what it was
 * asked.
 */
const peer = new VectorPeer();

const server = createServer((request, response) => {
  void serve(request, response);
});
server.listen(0, "127.0.0.1", () => {
  console.log((server.address() as AddressInfo).port);
});

async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (request.url === "/seen") {
    const { asked, refused, embedded } = peer;
    response.end(JSON.stringify({ vectors: [...peer.vectors.values()], asked, refused, embedded }));
    return;
  }
  const headers = Object.entries(request.headers).map(([name, value]): [string, string] => [
    name,
    String(value),
  ]);
  const { method = "GET", url = "/" } = request;
  const body = await buffer(request);
  const answer = await peer.answer(
    new Request(`http://peer.example${url}`, {
      method,
      headers,
      ...(method === "GET" ? {} : { body: new Uint8Array(body) }),
    }),
  );
  response.writeHead(answer.status, { "content-type": "application/json" });
  response.end(await answer.text());
}
