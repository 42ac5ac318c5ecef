import { TENANT_ID } from "../../access/claim-tenant.ts";
import type { Refusal, Soon } from "../../http/index.ts";
import { remember } from "../../platform/index.ts";
import { readApiKey } from "../api-keys/api-key.ts";
import { BurstLimit } from "./burst.ts";
import { judge, type Admission, type GateCall, type ReadKey } from "./admission.ts";
import { LeaseHolder, type AskForLease } from "./lease-holder.ts";
import type { Ticket } from "./leased-units.ts";
import { reportAfterSilence, type Background } from "./report-after-silence.ts";
import { tenantInactive } from "../refusals.ts";
import { capReached, exhausted, tooFast, unauthorized, unavailable } from "./refusals.ts";

const MAX_TENANTS = 2_000;
const MAX_READ_KEYS = 10_000;
/** How long the object is not asked again for a key that it did not know. */
const UNKNOWN_MS = 1_000;
/** Used instead of a key id in the account of calls from the portal. */
export const PORTAL_KEY = "portal";

/** One isolate's gate in front of the threat-intel API. While a lease is good, no call has to wait. */
export class Gate {
  private readonly holders = new Map<string, LeaseHolder>();
  /** Keys with a good MAC, by their texts. */
  private readonly readKeys = new Map<string, ReadKey>();
  private readonly unknownUntil = new Map<string, number>();
  private readonly burst = new BurstLimit();
  private readonly macSecret: string;
  private readonly askFor: (tenantId: string) => AskForLease;

  constructor(macSecret: string, askFor: (tenantId: string) => AskForLease) {
    this.macSecret = macSecret;
    this.askFor = askFor;
  }

  /** Says who calls (401) and whether the call is allowed (403). Spends nothing yet. */
  admit(call: GateCall): Soon<Admission | Refusal> {
    const { tenantId, key, now } = call;
    if (tenantId === undefined || key === undefined) return unauthorized();
    const presented = this.present(tenantId, key);
    if (presented === null) return unauthorized();
    const holder = this.holder(tenantId);
    const lease = holder.currentLease(now);
    if (lease?.keys.has(presented.id) === true) return judge(call, presented, holder, lease);
    return this.admitAfterAsking(call, presented, holder);
  }

  private async admitAfterAsking(call: GateCall, presented: ReadKey, holder: LeaseHolder) {
    const lease = await this.leaseFor(holder, presented.id, call);
    return lease === undefined ? unavailable() : judge(call, presented, holder, lease);
  }

  /** Admits a person of the portal, who is signed in already: only the tenant is checked. */
  async admitPerson(
    call: Omit<GateCall, "key" | "address" | "noteOwner">,
  ): Promise<Admission | Refusal> {
    const { tenantId, module, now, outlive, wait } = call;
    if (tenantId === undefined) return unauthorized();
    const holder = this.holder(tenantId);
    if (holder.currentLease(now) === undefined) await ask(holder, now, call);
    const lease = holder.currentLease(now);
    if (lease === undefined) return unavailable();
    if (lease.terms.status !== "active") return tenantInactive();
    const keyId = PORTAL_KEY;
    return { tenantId, keyId, cap: undefined, module, holder, lease, outlive, wait };
  }

  /** Reserves the units of a well-formed call (429). */
  charge(admission: Admission, now: number): Soon<Ticket | Refusal> {
    return this.pace(admission, now) ?? this.chargePaced(admission, now);
  }

  /** The same for a call that has passed `pace`. */
  chargePaced(admission: Admission, now: number): Soon<Ticket | Refusal> {
    const { module, holder, lease, cap } = admission;
    const weight = lease.terms.weights[module] ?? 1;
    const capped = refuseCapped(admission, weight, now);
    if (capped !== undefined) return capped;
    const ticket = holder.take(weight, cap);
    if (ticket === undefined) return obtain(admission, weight, now);
    if (holder.wantsRefresh(now)) reportAfterSilence(holder, holder.renew(now), now, admission);
    return ticket;
  }

  /**
   * Limits a key's rate (429). Called alone if a call takes no unit, or may turn out to take none.
   */
  pace(admission: Admission, now: number): Refusal | undefined {
    const { burstPerSecond } = admission.lease.terms;
    const wait = this.burst.pass(burstNameOf(admission), burstPerSecond, now);
    return wait > 0 ? tooFast(wait, burstPerSecond) : undefined;
  }

  private present(tenantId: string, key: string): ReadKey | null {
    const known = this.readKeys.get(key);
    if (known?.tenantId === tenantId) return known;
    if (!TENANT_ID.test(tenantId)) return null;
    const read = readApiKey(this.macSecret, tenantId, key);
    if (read === null) return null;
    const presented = { ...read, tenantId };
    if (this.readKeys.size >= MAX_READ_KEYS) this.readKeys.clear();
    this.readKeys.set(key, presented);
    return presented;
  }

  private holder(tenantId: string): LeaseHolder {
    const known = this.holders.get(tenantId);
    if (known !== undefined) return known;
    const made = new LeaseHolder(this.askFor(tenantId));
    remember(this.holders, tenantId, made, MAX_TENANTS);
    return made;
  }

  /**
   * The lease for a key that the present one does not list. With its good MAC the key may be new, so
   * the object is asked once.
   */
  private async leaseFor(holder: LeaseHolder, keyId: string, call: GateCall) {
    const { now } = call;
    const lease = holder.currentLease(now);
    if (lease !== undefined && now < (this.unknownUntil.get(keyId) ?? 0)) return lease;
    const isAnswered = await ask(holder, now, call);
    const fresh = holder.currentLease(now);
    if (fresh?.keys.has(keyId) !== false) return fresh;
    // The old answer says nothing about a key that may be new.
    if (!isAnswered) return undefined;
    this.rememberUnknown(keyId, now);
    return fresh;
  }

  private rememberUnknown(keyId: string, now: number): void {
    if (this.unknownUntil.size >= MAX_READ_KEYS) this.unknownUntil.clear();
    this.unknownUntil.set(keyId, now + UNKNOWN_MS);
  }
}

/** All tenants share `PORTAL_KEY`, so the tenant is part of the bucket's name. */
function burstNameOf({ tenantId, keyId }: Admission): string {
  return keyId === PORTAL_KEY ? `${PORTAL_KEY} ${tenantId}` : keyId;
}

/** Refuses a key that has no room for this call within its cap. */
function refuseCapped(admission: Admission, weight: number, now: number): Refusal | undefined {
  const { cap, holder } = admission;
  if (cap === undefined || holder.leftOf(cap) >= weight) return undefined;
  // A refused caller may not call again soon, so what was spent is reported now.
  reportAfterSilence(holder, holder.reportOf(cap, now), now, admission);
  return capReached(cap.units, holder.inMonth(now));
}

async function obtain(admission: Admission, weight: number, now: number) {
  const { holder, cap } = admission;
  try {
    const obtained = holder.obtain(weight, now, cap);
    reportAfterSilence(holder, obtained, now, admission);
    const ticket = await obtained;
    if (ticket !== undefined) return keepWithin(admission, ticket, now);
    reportAfterSilence(holder, holder.report(now), now, admission);
    return exhausted(holder.quota(), holder.inMonth(now));
  } catch {
    return unavailable();
  }
}

/**
 * Refuses a call that waited for units if others that waited beside it have used up the key's cap.
 */
function keepWithin(admission: Admission, ticket: Ticket, now: number): Ticket | Refusal {
  const refused = refuseCapped(admission, 0, now);
  if (refused !== undefined) admission.holder.giveBack(ticket);
  return refused ?? ticket;
}

/**
 * Asks for a lease, and says whether the object answered. If not, the old lease serves its keys until
 * it ends; other calls get 503.
 */
async function ask(holder: LeaseHolder, now: number, background: Background): Promise<boolean> {
  const question = holder.renew(now);
  reportAfterSilence(holder, question, now, background);
  try {
    await question;
    return true;
  } catch {
    return false;
  }
}
