import { refuseIfEnded } from "../../access/has-ended.ts";
import { failureOf, isRefusal, refuse, type Refusal } from "../../http/index.ts";
import { database } from "../../platform/index.ts";
import { newSecret } from "../sign/secret.ts";
import { needEndpoint } from "./need-endpoint.ts";
import { configOf, objectOf } from "./object-of.ts";
import type { EndpointCall } from "./endpoint-call.ts";
import { sealSecret } from "./seal-secret.ts";
import type { EndpointRow } from "./store.ts";
import { writeChange } from "./write-change.ts";

/** Makes a new secret. The old one also signs until the overlap is over. */
export async function rotateSecret(
  call: EndpointCall,
  overlapSeconds: number,
  force: boolean,
): Promise<string | Refusal> {
  const { env, platform, by, tenantId, id } = call;
  const row = await needEndpoint(call);
  if (isRefusal(row)) return row;
  const now = platform.now();
  const good = row.secrets.filter(({ until }) => until === null || until > now);
  if (good.length > 1 && !force) return rotationOpen();
  const secret = newSecret();
  const sealed = await sealSecret(env, tenantId, id, secret);
  if (isRefusal(sealed)) return sealed;
  const until = now + overlapSeconds * 1000;
  const newest = good.filter((one) => one.until === null);
  const ending = overlapSeconds === 0 ? [] : newest.map((one) => ({ ...one, until }));
  const secrets = [...ending, sealed];
  const expected = { secrets: row.secrets, by };
  const written = await writeChange(call, "webhook.secret_rotated", { secrets }, expected).catch(
    async (error: unknown) => {
      // D1 may have written it, and only its answer was lost.
      const left = await needEndpoint(call);
      if (isRefusal(left) || left.secrets.at(-1)?.id !== sealed.id) throw error;
      return left;
    },
  );
  if (isRefusal(written)) return whyUnwritten(call, force);
  await tell(call, written);
  return secret;
}

/**
 * If the object cannot be told, the secret is still answered: it counts already and is shown only
 * now.
 */
async function tell(
  { env, platform, tenantId, id }: EndpointCall,
  row: EndpointRow,
): Promise<void> {
  try {
    await objectOf(env, id).configure(configOf(row));
  } catch (error) {
    const of = { tenantId, endpointId: id, reason: failureOf(error) };
    platform.log({ level: "warn", event: "webhook_rotation_untold", ...of });
  }
}

/** The caller's credential has ended, the endpoint is gone, or another rotation came in between. */
async function whyUnwritten(call: EndpointCall, force: boolean): Promise<Refusal> {
  const ended = await refuseIfEnded(database(call.env), call.by);
  if (ended !== undefined) return ended;
  const left = await needEndpoint(call);
  if (isRefusal(left)) return left;
  if (!force) return rotationOpen();
  return refuse(409, "conflict", "Others are rotating this secret; try again.", {
    retryable: true,
  });
}

function rotationOpen(): Refusal {
  return refuse(409, "rotation_open", "The last rotation still overlaps; say force to end it.");
}
