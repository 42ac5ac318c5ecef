import { request, type RequestOptions } from "node:https";
import type { ClientCertificate } from "./client-certificates.ts";

/** What the Worker of test/support/echo-worker answers. */
export interface Echo {
  method: string;
  path: string;
  headers: Record<string, string>;
  cf: { tlsClientAuth: Record<string, unknown> };
  body: string;
}

export interface Sent {
  /** The authority of the server's own certificate. */
  ca: Buffer;
  certificate?: ClientCertificate;
  /** Certificates sent behind the client's own. */
  chain?: string;
  headers?: Record<string, string>;
  body?: string;
  options?: RequestOptions;
}

/** Sends one request over TLS to a front on loopback. */
export function send(
  port: number,
  path: string,
  sent: Sent,
): Promise<{ status: number; text: string }> {
  const { ca, certificate, chain = "", headers = {}, body, options = {} } = sent;
  const identity =
    certificate === undefined ? {} : { key: certificate.key, cert: certificate.cert + chain };
  return new Promise((done, fail) => {
    const call = request(
      {
        host: "127.0.0.1",
        servername: "localhost",
        port,
        path,
        ca,
        agent: false,
        headers: { host: `localhost:${port}`, ...headers },
        ...identity,
        ...options,
      },
      (response) => {
        let text = "";
        response.setEncoding("utf8").on("data", (piece: string) => (text += piece));
        response.on("end", () => done({ status: response.statusCode ?? 0, text }));
        response.on("error", fail);
      },
    );
    call.on("error", fail);
    call.end(body);
  });
}
