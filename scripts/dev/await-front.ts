import { readFileSync } from "node:fs";
import { get } from "node:https";
import { join } from "node:path";
import { Failure } from "./failure.ts";
import { SERVER_CA } from "./keep-server-certificate.ts";
import type { Settings } from "./settings.ts";

/** Checks that a request goes through the TLS front to the Worker and back. */
export async function awaitFront(settings: Settings, path: string): Promise<void> {
  const ca = readFileSync(join(settings.stateDir, "tls", SERVER_CA));
  const status = await new Promise<number | undefined>((done, fail) => {
    const request = get(
      {
        host: "127.0.0.1",
        servername: "localhost",
        port: settings.mtlsPort,
        path,
        ca,
        agent: false,
      },
      (response) => {
        response.resume();
        response.on("end", () => done(response.statusCode));
      },
    );
    request.on("error", fail);
  });
  if (status === 200) return;
  throw new Failure(`The TLS front answered ${path} with ${status ?? "nothing"}.`);
}
