import { readFileSync } from "node:fs";
import { Failure, messageOf } from "../dev/failure.ts";
import { checkedAddress, readInstance, readLocalTenant } from "../instance/read-instance.ts";
import { DONE, Misuse } from "../instance/run-command.ts";
import { openReceiver } from "./receiver.ts";
import { sayDelivery } from "./say-delivery.ts";
import { fetchKeys, type Trust } from "./verify.ts";

/** The exit code if a delivery was not verified. */
const UNVERIFIED = 1;
const SECRET_PREFIX = "whsec_";
const SECRET_VARIABLE = "RAMPART_WEBHOOK_SECRET";

export interface Listening {
  port: number;
  status: number;
  events?: readonly string[] | undefined;
  tenantId?: string | undefined;
  ping: boolean;
  /** Ends after so many deliveries; without it on Ctrl-C. */
  count?: number | undefined;
  secretFile?: string | undefined;
  address?: string | undefined;
}

/** Prints each delivery and whether it is verified, until it is told to end. */
export async function listen(root: string, wish: Listening, env: NodeJS.ProcessEnv) {
  const secret = ownSecret(wish, env);
  let trust: Trust | undefined;
  let heard = 0;
  let doubted = 0;
  let end = () => {};
  const ended = new Promise<void>((done) => (end = done));
  const receiver = await openReceiver({
    port: wish.port,
    status: wish.status,
    trust: () => trust ?? { secret: "", keys: new Map() },
    hear: (delivery) => {
      console.log(sayDelivery(delivery));
      heard += 1;
      if (delivery.doubt !== null) doubted += 1;
      if (heard === wish.count) end();
    },
  });
  // Ctrl-C comes from the terminal and from npm; the second one must not break off the end.
  process.on("SIGINT", end).on("SIGTERM", end);
  process.stdout.once("error", end);
  let release = async () => {};
  try {
    if (secret === undefined) {
      const instance = readInstance(root, {}, { ...env, RAMPART_URL: "" });
      const tenantId = wish.tenantId ?? readLocalTenant(root, env);
      const { register } = await import("./registration.ts");
      const keys = await fetchKeys(instance);
      const endpoint = await register(instance, tenantId, receiver.port, wish.events);
      release = endpoint.remove;
      trust = { secret: endpoint.secret, keys };
      console.log(`Listening for tenant ${tenantId} on http://localhost:${receiver.port}/`);
      if (wish.ping) console.log(`A ping is on its way: ${await endpoint.ping()}`);
    } else {
      const address = wish.address === undefined ? undefined : checkedAddress(wish.address);
      const keys = address === undefined ? new Map() : await fetchKeys({ address });
      trust = { secret, keys };
      console.log(`Listening on http://localhost:${receiver.port}/; nothing is registered`);
    }
    await ended;
  } finally {
    receiver.close();
    await release();
  }
  return doubted === 0 ? DONE : UNVERIFIED;
}

/** Returns the secret that is given if deliveries come from an instance elsewhere, through a tunnel. */
function ownSecret(wish: Listening, env: NodeJS.ProcessEnv): string | undefined {
  const { secretFile, address } = wish;
  const secret = secretFile === undefined ? env[SECRET_VARIABLE] || undefined : read(secretFile);
  const place = secretFile ?? SECRET_VARIABLE;
  if (secret === undefined) {
    if (address === undefined) return undefined;
    throw new Misuse(`--address goes with a secret: --secret-file, or ${SECRET_VARIABLE}.`);
  }
  const forRegistered = registeredOnly(wish);
  if (forRegistered !== undefined) {
    throw new Misuse(`${forRegistered} does not go with a secret: nothing is registered then.`);
  }
  if (secret === "") throw new Misuse(`${place} holds no secret.`);
  if (!secret.startsWith(SECRET_PREFIX)) {
    throw new Misuse(`${place} holds no endpoint's secret: that begins with ${SECRET_PREFIX}`);
  }
  return secret;
}

function registeredOnly({ tenantId, events, ping }: Listening): string | undefined {
  if (tenantId !== undefined) return "--tenant";
  if (events !== undefined) return "--events";
  return ping ? "--ping" : undefined;
}

function read(secretFile: string): string {
  try {
    return readFileSync(secretFile, "utf8").trim();
  } catch (error) {
    throw new Failure(`The secret's file cannot be read: ${messageOf(error)}.`);
  }
}
