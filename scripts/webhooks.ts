import { resolve } from "node:path";
import { Misuse, runCommand } from "./instance/run-command.ts";
import { takeOptions } from "./instance/take-options.ts";

const USAGE = `npm run webhooks -- listen [options]

  Registers an endpoint at the instance that npm start runs here, prints every delivery, says
  whether it is verified (Standard Webhooks, and Ed25519 by the published keys), and takes the
  endpoint away again when it ends.

  --tenant ID      whose events; the first tenant of npm start without it
  --events A,B     which of them; all without it
  --ping           has a ping sent at once
  --port N         where to listen on this machine; a free port without it
  --answer CODE    answers this instead of 204, to see what a failing receiver gets
  --count N        ends after so many deliveries; on Ctrl-C without it

  --secret-file F  registers nothing, and verifies by this secret what a tunnel brings from an
                   instance elsewhere; or RAMPART_WEBHOOK_SECRET
  --address URL    that instance, for its public keys; without it v1 alone is verified

Ends with 0 when every delivery was verified, 1 when one was not or on a failure, 2 when the command line is wrong
or the secret's file holds none.`;

const ROOT = resolve(import.meta.dirname, "..");
const MAX_PORT = 65_535;

await runCommand(USAGE, async () => {
  const { positionals, values } = takeOptions({
    tenant: { type: "string" },
    events: { type: "string" },
    ping: { type: "boolean", default: false },
    port: { type: "string", default: "0" },
    answer: { type: "string", default: "204" },
    count: { type: "string" },
    "secret-file": { type: "string" },
    address: { type: "string" },
  });
  if (positionals.join(" ") !== "listen") throw new Misuse("The only command is listen.");
  const wish = {
    port: numberOf("--port", values.port, 0, MAX_PORT),
    status: numberOf("--answer", values.answer, 200, 599),
    count: values.count === undefined ? undefined : numberOf("--count", values.count, 1, 1e6),
    events: values.events?.split(","),
    tenantId: values.tenant,
    ping: values.ping,
    secretFile: values["secret-file"],
    address: values.address,
  };
  // Loaded here, because a refusal does not need it.
  const { listen } = await import("./webhooks/listen.ts");
  return listen(ROOT, wish, process.env);
});

function numberOf(option: string, text: string, least: number, most: number): number {
  const value = Number(text);
  if (/^\d+$/.test(text) && value >= least && value <= most) return value;
  throw new Misuse(`${option} must be a number from ${least} to ${most}.`);
}
