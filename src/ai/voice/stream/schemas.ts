import * as z from "zod";
import { traceId } from "../../schemas.ts";

const MAX_TERM = 100;
const RATES = ["8000", "16000", "24000", "44100", "48000"] as const;
/** The bounds of the end-of-turn confidence, as the model has them. */
const TURN = [0.5, 0.9] as const;
const EAGER = [0.3, 0.9] as const;
const PAUSE_MS = [500, 10_000] as const;

const share = ([least, most]: readonly [number, number]) =>
  z
    .string()
    .regex(/^0\.\d{1,4}$/, "must be a decimal number such as 0.7")
    .transform(Number)
    .pipe(z.number().min(least).max(most));

const milliseconds = ([least, most]: readonly [number, number]) =>
  z
    .string()
    .regex(/^[1-9]\d{0,5}$/, "must be a whole number")
    .transform(Number)
    .pipe(z.int().min(least).max(most));

/** Named as the model names them, so that a client of its maker can be used. */
export const streamQuery = z.strictObject({
  traceId: traceId.optional(),
  encoding: z.literal("linear16").default("linear16").describe("The only one, and the default."),
  sample_rate: z.enum(RATES).default("16000").describe("In Hz; 16000 if it is left out."),
  eot_threshold: share(TURN).optional().describe("How sure it must be that a turn has ended."),
  eager_eot_threshold: share(EAGER).optional().describe("How sure for an early word of it."),
  eot_timeout_ms: milliseconds(PAUSE_MS).optional().describe("Of silence, which ends a turn."),
  keyterm: z.string().min(1).max(MAX_TERM).optional().describe("A word to listen for."),
});

export const streamHeader = z.object({
  "sec-websocket-protocol": z
    .string()
    .optional()
    .describe("`bearer` and the token: `new WebSocket(endpoint, ['bearer', token])`."),
});
