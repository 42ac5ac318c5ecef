import { createPublicKey, verify, type KeyObject } from "node:crypto";
import { Webhook } from "standardwebhooks";
import * as z from "zod";
import { Failure, messageOf } from "../dev/failure.ts";
import type { Instance } from "../instance/read-instance.ts";
import { sayUnreachable } from "../instance/say-unreachable.ts";

export type Headers = Readonly<Record<string, string>>;

/** What a receiver knows: the endpoint's secret, and the instance's public keys by id. */
export interface Trust {
  secret: string;
  keys: ReadonlyMap<string, KeyObject>;
}

const keySet = z.object({ keys: z.array(z.looseObject({ kid: z.string() })) });

/** Fetches the public keys that the instance publishes; none if it signs with secrets alone. */
export async function fetchKeys(
  instance: Pick<Instance, "address" | "stateDir">,
): Promise<Map<string, KeyObject>> {
  const { address } = instance;
  const answer = await fetch(`${address}/.well-known/webhook-keys.json`).catch((error: unknown) => {
    throw sayUnreachable(instance, error);
  });
  try {
    const { keys } = keySet.parse(await answer.json());
    return new Map(keys.map((jwk) => [jwk.kid, createPublicKey({ key: jwk, format: "jwk" })]));
  } catch (error) {
    throw new Failure(`The public keys of ${address} cannot be read: ${messageOf(error)}.`);
  }
}

/**
 * Returns why a delivery must not be trusted, or null if all of its signatures that can be checked are
 * valid.
 */
export function doubt({ secret, keys }: Trust, headers: Headers, body: string): string | null {
  try {
    new Webhook(secret).verify(body, { ...headers }, { jsonParse: false });
  } catch (error) {
    return `v1: ${messageOf(error)}`;
  }
  return keys.size === 0 ? null : doubtOfKeyPair(keys, headers, body);
}

function doubtOfKeyPair(keys: Trust["keys"], headers: Headers, body: string): string | null {
  const key = keys.get(headers["webhook-key-id"] ?? "");
  if (key === undefined) return "v1a: the key that signed is not published";
  const signed = Buffer.from(`${headers["webhook-id"]}.${headers["webhook-timestamp"]}.${body}`);
  const signatures = (headers["webhook-signature"] ?? "")
    .split(" ")
    .filter((text) => text.startsWith("v1a,"))
    .map((text) => Buffer.from(text.slice("v1a,".length), "base64"));
  const good = signatures.some((signature) => verify(null, signed, key, signature));
  return good ? null : "v1a: no signature holds";
}
