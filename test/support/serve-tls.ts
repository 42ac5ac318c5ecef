import { createServer, request, type RequestOptions } from "node:https";
import type { IncomingMessage, ServerOptions, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { TLSSocket, TlsOptions } from "node:tls";

type Answerer = (call: { request: IncomingMessage; body: string; peer: string }) => {
  status: number;
  headers?: Record<string, string>;
  body?: string;
};

export interface TlsServer extends AsyncDisposable {
  url: string;
}

/** Starts a TLS server on loopback that answers what `answer` returns. */
export async function serveTls(
  options: TlsOptions & ServerOptions,
  answer: Answerer,
): Promise<TlsServer> {
  const server = createServer(options, (request: IncomingMessage, response: ServerResponse) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const peer = (request.socket as TLSSocket).getPeerCertificate().subject?.CN;
      const body = Buffer.concat(chunks).toString();
      const said = answer({ request, body, peer: typeof peer === "string" ? peer : "" });
      response.writeHead(said.status, said.headers).end(said.body);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `https://127.0.0.1:${port}`,
    [Symbol.asyncDispose]: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}

/** Makes a `fetch` over Node's TLS with a client certificate, as an mTLS binding has one. */
export function fetchWith(tls: Pick<RequestOptions, "ca" | "cert" | "key">): typeof fetch {
  const call = (url: string, init: RequestInit = {}) =>
    new Promise<Response>((resolve, reject) => {
      const headers = Object.fromEntries(new Headers(init.headers));
      const options = { ...tls, method: init.method ?? "GET", headers, agent: false };
      const sent = request(url, options, (answer) => {
        const chunks: Buffer[] = [];
        answer.on("data", (chunk: Buffer) => chunks.push(chunk));
        answer.on("end", () => {
          const status = answer.statusCode ?? 500;
          const body = status === 204 ? null : Buffer.concat(chunks).toString();
          resolve(
            new Response(body, { status, headers: answer.headers as Record<string, string> }),
          );
        });
      });
      sent.on("error", reject);
      sent.end(init.body as string | undefined);
    });
  return call as unknown as typeof fetch;
}
