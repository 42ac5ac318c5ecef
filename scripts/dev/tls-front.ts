import { X509Certificate } from "node:crypto";
import { Agent, type IncomingMessage, type ServerResponse } from "node:http";
import { createServer, type Server } from "node:https";
import { constants } from "node:crypto";
import { TLSSocket } from "node:tls";
import { describeCertificate, NO_CERTIFICATE, type TlsClientAuth } from "./client-certificate.ts";
import { forward } from "./forward.ts";
import type { ServerCertificate } from "./keep-server-certificate.ts";
import { namesOneHost } from "./names-one-host.ts";
import { pathOfTarget } from "./path-of-target.ts";
import { RevokedSerials } from "./revoked-serials.ts";
import { judge, watchCertificates } from "./verify-client.ts";

const HOST = "127.0.0.1";
/** Less than the five seconds after which the runtime closes an idle connection itself. */
const IDLE_MS = 2_000;
/** The edge never passes these paths on; behind them the local runtime has its own tools. */
const EDGE_PATHS = "/cdn-cgi/";
const PEM = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;

export interface FrontOptions {
  port: number;
  /** Where `wrangler dev` listens, on loopback. */
  upstreamPort: number;
  server: ServerCertificate;
  /** PEM of the authorities whose client certificates count. */
  clientCa: string;
  revokedFile: string;
}

export interface Front {
  port: number;
  close: () => Promise<void>;
}

/**
 * Opens a front that does what Cloudflare's edge does: it asks for a client certificate and tells the
 * Worker of it.
 */
export async function openFront(options: FrontOptions): Promise<Front> {
  const authorities = (options.clientCa.match(PEM) ?? []).map((pem) => new X509Certificate(pem));
  // A connection for each request: the runtime closes one whose body it did not read to the end, and
  // the next request on it would fail.
  const agent = new Agent({ timeout: IDLE_MS });
  const server = createServer({
    ...options.server,
    ca: authorities.map((authority) => authority.toString()),
    requestCert: true,
    rejectUnauthorized: false,
    // A resumed session would have no chain that the client sent.
    secureOptions: constants.SSL_OP_NO_TICKET,
  });
  const tellOf = tellerOf(server, authorities, new RevokedSerials(options.revokedFile));
  server.on("request", (request, response) => {
    const pass = (cf: object) =>
      forward({ request, response, cf, agent, port: options.upstreamPort });
    answer(request, response, tellOf, pass);
  });
  return {
    port: await listenAt(options.port, server),
    close: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
        agent.destroy();
      }),
  };
}

type Told = TlsClientAuth | typeof NO_CERTIFICATE;

/** Gives what is told of a connection's certificate: read once, while a revocation counts at once. */
function tellerOf(
  server: Server,
  authorities: readonly X509Certificate[],
  revoked: RevokedSerials,
): (socket: TLSSocket) => Told {
  const leafOf = watchCertificates(server);
  const known = new WeakMap<TLSSocket, Told>();
  return (socket) => {
    const told = known.get(socket) ?? describe(socket, leafOf(socket), authorities);
    known.set(socket, told);
    if (told.certPresented === "0" || !revoked.has(told.certSerial)) return told;
    return { ...told, certRevoked: "1" };
  };
}

/** Refuses what the edge refuses, and passes everything else on, with what the edge tells of it. */
function answer(
  request: IncomingMessage,
  response: ServerResponse,
  tellOf: (socket: TLSSocket) => Told,
  pass: (cf: object) => void,
): void {
  const { socket } = request;
  const path = pathOfTarget(request.url ?? "/");
  if (path === undefined) return refuse(response, "The request target is no URL.");
  if (!namesOneHost(request)) return refuse(response, "The request must name one host.");
  if (path.startsWith(EDGE_PATHS)) {
    response.writeHead(404, { "content-type": "text/plain" }).end("The edge keeps this.\n");
    return;
  }
  if (!(socket instanceof TLSSocket)) throw new Error("The front takes TLS only.");
  try {
    pass(cfOf(request, socket, tellOf(socket)));
  } catch {
    refuse(response, "The client certificate cannot be read.");
  }
}

/** Returns the port on which the server listens; a port of 0 stands for any that is free. */
async function listenAt(port: number, server: Server): Promise<number> {
  await new Promise<void>((done, fail) => {
    server.once("error", fail);
    server.listen(port, HOST, () => {
      server.off("error", fail);
      done();
    });
  });
  const address = server.address();
  return typeof address === "object" && address !== null ? address.port : port;
}

function refuse(response: ServerResponse, message: string): void {
  response.writeHead(400, { "content-type": "text/plain", connection: "close" });
  response.end(`${message}\n`);
}

function describe(
  socket: TLSSocket,
  leaf: X509Certificate | undefined,
  authorities: readonly X509Certificate[],
) {
  return leaf === undefined
    ? NO_CERTIFICATE
    : describeCertificate(judge(socket, leaf, authorities));
}

/** Makes `request.cf`: what a handshake tells, but not where in the world the client is. */
function cfOf(request: IncomingMessage, socket: TLSSocket, tlsClientAuth: object) {
  return {
    httpProtocol: `HTTP/${request.httpVersion}`,
    tlsVersion: socket.getProtocol() ?? "",
    tlsCipher: socket.getCipher().standardName,
    clientTcpRtt: 0,
    clientAcceptEncoding: request.headers["accept-encoding"] ?? "",
    tlsClientAuth,
  };
}
