import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { Failure } from "../dev/failure.ts";
import { doubt, type Headers, type Trust } from "./verify.ts";

const HOST = "127.0.0.1";
const MAX_BODY_BYTES = 1024 * 1024;
const REFUSED = 401;
const TOO_LARGE = 413;

export interface Delivery {
  id: string;
  body: string;
  /** Why it must not be trusted; null if it is verified. */
  doubt: string | null;
  /** How often this id has come, this time included. */
  times: number;
}

export interface Receiver {
  port: number;
  close: () => void;
}

interface Options {
  port: number;
  /** The status that answers a verified delivery. */
  status: number;
  /** Called for each delivery, because the secret is only known once the endpoint is registered. */
  trust: () => Trust;
  hear: (delivery: Delivery) => void;
}

/** Opens a receiver as anybody could write it: it trusts nothing that is not signed. */
export async function openReceiver({ port, status, trust, hear }: Options): Promise<Receiver> {
  const seen = new Map<string, number>();
  const receive = async (request: IncomingMessage, response: ServerResponse) => {
    const body = await readBody(request);
    if (body === null) {
      response.writeHead(TOO_LARGE).end();
      return;
    }
    const headers = flat(request);
    const id = headers["webhook-id"] ?? "";
    const why = doubt(trust(), headers, body);
    const times = (seen.get(id) ?? 0) + 1;
    if (why === null) seen.set(id, times);
    response.writeHead(why === null ? status : REFUSED).end();
    hear({ id, body, doubt: why, times });
  };
  const server = createServer((request, response) => {
    // A sender that hangs up midway has sent nothing.
    receive(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((done, fail) => {
    server.once("error", (error) => fail(new Failure(`Port ${port}: ${error.message}.`)));
    server.listen(port, HOST, done);
  });
  const close = () => {
    server.close();
    server.closeAllConnections();
  };
  return { port: (server.address() as AddressInfo).port, close };
}

/** Reads the body; null if it is longer than any delivery. */
async function readBody(request: IncomingMessage): Promise<string | null> {
  const pieces: Buffer[] = [];
  let length = 0;
  for await (const piece of request) {
    length += (piece as Buffer).length;
    if (length > MAX_BODY_BYTES) return null;
    pieces.push(piece as Buffer);
  }
  return Buffer.concat(pieces).toString("utf8");
}

function flat(request: IncomingMessage): Headers {
  return Object.fromEntries(
    Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
  );
}
