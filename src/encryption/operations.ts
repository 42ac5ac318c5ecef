import * as answers from "./answers.ts";
import { OLD_VERSION_HEADER } from "./old-version-header.ts";
import type { Abouts } from "../http/contract/index.ts";

const tags = ["Encryption"];
const throttled = { description: "Too many refused credentials from this address" };
const failures = {
  404: { description: "The tenant has no key" },
  413: { description: "The value or its context is too long" },
  429: throttled,
  503: { description: "Keys cannot be reached; nothing was done" },
};
/** If the answer was lost, the change may have been made. */
const unknown = {
  description: "Keys cannot be reached; whether it was done, the key's status says",
};
const unopened = {
  400: { description: "Malformed, of an unknown version, or not to be opened; see `error`" },
  403: { description: "Not allowed, or the key version is disabled" },
  410: { description: "The key version was destroyed" },
};

export const encryptionOperations: Abouts = {
  encryptField: {
    summary: "Encrypt a value for a tenant; only the same context opens it again",
    tags,
    responses: {
      200: { description: "The ciphertext", schema: answers.encryptResponse },
      ...failures,
    },
  },
  decryptField: {
    summary: "Decrypt a value of a tenant",
    tags,
    responses: {
      200: { description: "The value", schema: answers.decryptResponse },
      ...failures,
      ...unopened,
    },
  },
  provisionKey: {
    summary: "Make the tenant's key, or name the one it has",
    tags,
    responses: {
      200: { description: "The key's version", schema: answers.provisionResponse },
      404: { description: "There is no such tenant" },
      429: throttled,
      503: unknown,
    },
  },
  rotateKey: {
    summary: "Make the next version of the tenant's key the current one",
    description:
      "Old ciphertexts still decrypt. `Old-Version-Ends-At` says from when on no new ciphertext carries the old version. With an `Idempotency-Key`, an order that is repeated within a day is carried out once.",
    tags,
    responses: {
      200: {
        description: "Both versions",
        schema: answers.rotateResponse,
        headers: [OLD_VERSION_HEADER, "Idempotency-Replayed"],
      },
      404: failures[404],
      429: throttled,
      503: unknown,
    },
  },
  rewrapField: {
    summary: "Carry a ciphertext over to the current key version, its value unseen",
    tags,
    responses: {
      200: { description: "The new ciphertext", schema: answers.rewrapResponse },
      ...failures,
      ...unopened,
    },
  },
};
