import * as z from "zod";

const MAX_IDEMPOTENCY_KEY = 128;

const VISIBLE = new RegExp(`^[\\x21-\\x7e]{1,${MAX_IDEMPOTENCY_KEY}}$`);

/** The caller's name for a request, by which a repeat of it is recognised. */
export const idempotencyHeader = z.object({
  "idempotency-key": z
    .string()
    .regex(VISIBLE, `must be 1 to ${MAX_IDEMPOTENCY_KEY} visible ASCII characters`)
    .optional(),
});
