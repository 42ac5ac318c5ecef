import { env } from "cloudflare:workers";
import { isRefusal } from "../../src/http/index.ts";
import { Gate } from "../../src/tenants/gate/gate.ts";
import type { TenantGate } from "../../src/tenants/gate/gate-object.ts";
import type { Module } from "../../src/tenants/gate/modules.ts";

interface Timer {
  at: number;
  end: () => void;
}

/** A clock that moves from one end of a wait to the next, and lets what waited go on at its time. */
export class WaitingClock {
  now: number;
  private timers: Timer[] = [];
  private questions = 0;

  constructor(now: number) {
    this.now = now;
  }

  wait(ms: number): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.timers.push({ at: this.now + ms, end: resolve });
    return promise;
  }

  /** Counts a question as under way until it is answered. */
  async during<T>(question: Promise<T>): Promise<T> {
    this.questions += 1;
    try {
      return await question;
    } finally {
      this.questions -= 1;
    }
  }

  async pass(ms: number): Promise<void> {
    const until = this.now + ms;
    for (;;) {
      const [next] = this.timers.toSorted((one, other) => one.at - other.at);
      if (next === undefined || next.at > until) break;
      this.now = next.at;
      this.timers = this.timers.filter((one) => one !== next);
      next.end();
      await this.quiet();
    }
    this.now = until;
  }

  async quiet(): Promise<void> {
    do await scheduler.wait(0);
    while (this.questions > 0);
  }
}

/** An isolate's gate before the real object. What it does behind an answer keeps to the clock. */
export function waitingGate(clock: WaitingClock, stub: DurableObjectStub<TenantGate>) {
  const gate = new Gate(env.API_KEY_MAC_SECRET, () => async (request) => {
    return clock.during(stub.lease(request));
  });
  /** The status that a call gets; its work succeeds. */
  return async (tenantId: string, key: string, module: Module): Promise<number> => {
    const { now } = clock;
    const background = { outlive: () => {}, wait: (ms: number) => clock.wait(ms) };
    const about = { tenantId, key, module, now, address: () => undefined, noteOwner: () => {} };
    const admission = await gate.admit({ ...about, ...background });
    if (isRefusal(admission)) return admission.status;
    const ticket = await gate.charge(admission, now);
    if (isRefusal(ticket)) return ticket.status;
    admission.holder.keep(ticket, admission.keyId, module);
    await clock.quiet();
    return 200;
  };
}
