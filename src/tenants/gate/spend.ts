import { isRefusal, type Refusal } from "../../http/index.ts";
import type { Gate } from "./gate.ts";
import { gateOf } from "./gate-of.ts";
import { reportAfterSilence } from "./report-after-silence.ts";

type PersonCall = Parameters<Gate["admitPerson"]>[0];

/** Does a module's work for a person of the portal, within the same quota and billed the same. */
export async function spend<T>(
  env: Cloudflare.Env,
  call: PersonCall,
  work: () => Promise<T | Refusal>,
): Promise<T | Refusal> {
  const gate = gateOf(env);
  const admission = await gate.admitPerson(call);
  if (isRefusal(admission)) return admission;
  const ticket = await gate.charge(admission, call.now);
  if (isRefusal(ticket)) return ticket;
  const { holder, keyId, module } = admission;
  const settled = work().then(
    (outcome) => {
      if (isRefusal(outcome)) holder.giveBack(ticket);
      else holder.keep(ticket, keyId, module);
      // People look at their usage right after, and there may be no other call to report it.
      reportAfterSilence(holder, holder.renew(call.now), call.now, call);
      return outcome;
    },
    (error: unknown) => {
      holder.giveBack(ticket);
      throw error;
    },
  );
  call.outlive(settled.catch(() => {}));
  return settled;
}
