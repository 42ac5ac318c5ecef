import * as z from "zod";
import {
  createHmac,
  given,
  needSecret,
  randomBase62,
  timingSafeEqual,
} from "../../platform/index.ts";

/** Long enough to open a stream, and used for nothing else. */
export const TOKEN_SECONDS = 60;
const TOKEN_MS = 1_000 * TOKEN_SECONDS;
const AUDIENCE = "voice";
const LABEL = "rampart speech token";
const ID_LETTERS = 22;
/** Room for a subject of an issuer, which has the issuer's address, and as much again for Base64. */
const MAX_TOKEN = 4_096;
const SHAPE = /^([\w-]+)\.([\w-]+)$/;

/** The person for whom a browser opens a stream, and the tenant. */
export interface Bearer {
  tenantId: string;
  subject: string;
  personId?: string | undefined;
  /** When the identity provider issued the token that asked, if it did. */
  vouchedAt?: number | undefined;
}

const claims = z.object({
  aud: z.literal(AUDIENCE),
  jti: z.string().min(1),
  exp: z.number(),
  tid: z.string().min(1),
  sub: z.string().min(1),
  pid: z.string().optional(),
  vat: z.number().optional(),
});

/**
 * Makes a token that is signed, so that nothing has to be stored before it is used. It has only
 * characters that a header may have.
 */
export function mintToken(
  secret: string,
  { tenantId, subject, personId, vouchedAt }: Bearer,
  now: number,
): string {
  const payloadClaims: z.input<typeof claims> = {
    aud: AUDIENCE,
    jti: randomBase62(ID_LETTERS),
    exp: now + TOKEN_MS,
    tid: tenantId,
    sub: subject,
    ...given({ pid: personId, vat: vouchedAt }),
  };
  const payload = Buffer.from(JSON.stringify(payloadClaims)).toString("base64url");
  return `${payload}.${macOf(secret, payload).toString("base64url")}`;
}

/**
 * Reads a token, with the id that may be used once. Undefined for anything that was not made here
 * within the last minute.
 */
export function readToken(
  secret: string,
  text: string,
  now: number,
): (Bearer & { id: string }) | undefined {
  const [, payload, mac] = (text.length <= MAX_TOKEN && SHAPE.exec(text)) || [];
  if (payload === undefined || mac === undefined) return undefined;
  const ours = macOf(secret, payload);
  const presented = Buffer.from(mac, "base64url");
  if (presented.length !== ours.length || !timingSafeEqual(presented, ours)) return undefined;
  const read = claims.safeParse(JSON.parse(Buffer.from(payload, "base64url").toString()));
  if (!read.success) return undefined;
  const { jti: id, exp, tid: tenantId, sub: subject, pid: personId, vat: vouchedAt } = read.data;
  if (exp <= now || exp > now + TOKEN_MS) return undefined;
  return { id, tenantId, subject, personId, vouchedAt };
}

function macOf(secret: string, payload: string): Buffer {
  const key = needSecret("API_KEY_MAC_SECRET", secret);
  return createHmac("sha256", key).update(`${LABEL}\n${payload}`).digest();
}
