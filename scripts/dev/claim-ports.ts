import { createServer } from "node:net";
import { codeOf, Failure, messageOf } from "./failure.ts";
import type { Settings } from "./settings.ts";

/** `localhost` may mean either address, so another program on one of them would answer in our place. */
const LOOPBACK = ["127.0.0.1", "::1"];
const NO_SUCH_ADDRESS = new Set(["EADDRNOTAVAIL", "EAFNOSUPPORT"]);

/** Refuses to start if a port is not free, before anything has been started. */
export async function claimPorts({ port, mtlsPort }: Settings): Promise<void> {
  await claim(port, "PORT");
  await claim(mtlsPort, "MTLS_PORT");
}

async function claim(port: number, variable: string): Promise<void> {
  for (const host of LOOPBACK) {
    const error = await tryPort(port, host);
    const code = codeOf(error);
    if (error === null || (code !== undefined && NO_SUCH_ADDRESS.has(code))) continue;
    if (code === "EADDRINUSE") {
      throw new Failure(
        `Port ${port} is taken: end what listens there, or choose another one (${variable}=${port + 1} npm start).`,
      );
    }
    throw new Failure(
      `Port ${port} cannot be used: ${messageOf(error)}. Choose another one by ${variable}.`,
    );
  }
}

function tryPort(port: number, host: string): Promise<Error | null> {
  const server = createServer();
  return new Promise((done) => {
    server.once("error", done);
    server.listen({ port, host, exclusive: true }, () => server.close(() => done(null)));
  });
}
