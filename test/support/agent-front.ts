import { request as httpRequest } from "node:http";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import type { TLSSocket } from "node:tls";

interface FrontOptions {
  cert: string;
  key: string;
  clientCa: string;
  upstreamPort: number;
}

export interface AgentFront extends AsyncDisposable {
  url: string;
}

/** Stands where the edge stands: asks for a client certificate and tells the Worker what it saw. */
export async function openAgentFront(options: FrontOptions): Promise<AgentFront> {
  const { cert, key, clientCa: ca, upstreamPort: port } = options;
  const tls = { cert, key, ca, requestCert: true, rejectUnauthorized: false };
  const server = createServer(tls, (request, response) => {
    const cf = JSON.stringify({
      tlsClientAuth: describe(request.socket as TLSSocket),
      // Else the local runtime answers in a compression that the client never asked for.
      clientAcceptEncoding: request.headers["accept-encoding"] ?? "",
    });
    const headers = { ...request.headers, "mf-cf-blob": cf };
    const { method, url: path } = request;
    const upstream = httpRequest({ host: "127.0.0.1", port, method, path, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    upstream.on("error", () => response.destroy());
    request.pipe(upstream);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `https://127.0.0.1:${(server.address() as AddressInfo).port}`,
    [Symbol.asyncDispose]: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

function describe(socket: TLSSocket): Record<string, string> {
  const { raw } = socket.getPeerCertificate();
  if (raw === undefined) return { certPresented: "0", certVerified: "NONE", certRevoked: "0" };
  return {
    certPresented: "1",
    certVerified: socket.authorized ? "SUCCESS" : "FAILED:unable to verify the first certificate",
    certRevoked: "0",
    certRFC9440: `:${raw.toString("base64")}:`,
  };
}
