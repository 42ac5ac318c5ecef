import * as z from "zod";
import { createHmac, given, randomBase62, timingSafeEqual } from "../../platform/index.ts";

/** Long enough to open a stream by, and for nothing else. */
export const TOKEN_SECONDS = 60;
const TOKEN_MS = 1_000 * TOKEN_SECONDS;
const AUDIENCE = "voice";
const LABEL = "rampart speech token";
const ID_LETTERS = 22;
/** A subject of an issuer, its address and as much again for their Base64. */
const MAX_TOKEN = 4_096;
const SHAPE = /^([\w-]+)\.([\w-]+)$/;

/** For whom a browser opens a stream, and in which tenant. */
export interface Bearer {
  tenantId: string;
  subject: string;
  personId?: string | undefined;
}

const claims = z.object({
  aud: z.literal(AUDIENCE),
  jti: z.string().min(1),
  exp: z.number(),
  tid: z.string().min(1),
  sub: z.string().min(1),
  pid: z.string().optional(),
});

/** Proves itself, so that nothing is stored before it is used. Made of what a header may hold. */
export function mintToken(
  secret: string,
  { tenantId, subject, personId }: Bearer,
  now: number,
): string {
  const said: z.input<typeof claims> = {
    aud: AUDIENCE,
    jti: randomBase62(ID_LETTERS),
    exp: now + TOKEN_MS,
    tid: tenantId,
    sub: subject,
    ...given({ pid: personId }),
  };
  const payload = Buffer.from(JSON.stringify(said)).toString("base64url");
  return `${payload}.${macOf(secret, payload).toString("base64url")}`;
}

/** What it says, and the id that is used once; undefined for whatever was not made here just now. */
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
  const { jti: id, exp, tid: tenantId, sub: subject, pid: personId } = read.data;
  return exp > now && exp <= now + TOKEN_MS ? { id, tenantId, subject, personId } : undefined;
}

function macOf(secret: string, payload: string): Buffer {
  return createHmac("sha256", secret).update(`${LABEL}\n${payload}`).digest();
}
