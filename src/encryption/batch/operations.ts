import * as answers from "./answers.ts";
import type { Abouts } from "../../http/contract/index.ts";

export const batchOperations: Abouts = {
  runEncryptionBatch: {
    summary: "Encrypt, decrypt or rewrap up to 500 values of a tenant",
    description:
      "Each item has a result of its own, in the same order and with the caller's `reference`. The service key needs the operation `encrypt` for encrypt and rewrap, `decrypt` for decrypt.",
    tags: ["Encryption"],
    responses: {
      200: { description: "A result per item", schema: answers.batchResponse },
      404: { description: "The tenant has no key" },
      429: { description: "Too many refused credentials from this address" },
      503: {
        description: "Keys cannot be reached, or too much is read at once; nothing was done",
      },
    },
  },
};
