import { env } from "cloudflare:workers";
import { LEASE_MS } from "../../src/encryption/lease/terms.ts";
import { aKeyedTenant, Clock, Isolate } from "./keyring.ts";

export const FAULTS = ["late order", "late answer", "lost answer"] as const;
const LATE_MS = 2_500;

/** The state of the keyring from this time on. */
interface Moment {
  at: number;
  current: number;
  minimum: number;
  states: Map<number, string>;
}

/** Makes a keyring that two isolates reach over faulty connections, and records its history. */
export async function aFaultyKeyring() {
  const clock = new Clock();
  const tenantId = await aKeyedTenant(clock);
  const past: Moment[] = [];
  const faults: (typeof FAULTS)[number][][] = [[], []];
  /** For each isolate whether it cannot reach the keyring now. */
  const cut = [false, false];
  let [busy, faultyUntil] = [0, 0];
  const note = async () => {
    const view = await env.KEYRING.get(env.KEYRING.idFromName(tenantId)).view();
    if (view === null) throw new Error("there is no keyring");
    const states = new Map(view.versions.map(({ version, state }) => [version, state as string]));
    const { current, minimum } = view.keyring;
    past.push({ at: clock.at, current, minimum, states });
  };
  const send = async (isolate: number, method: string, args: unknown[]) => {
    const fault = faults[isolate]?.shift();
    if (fault !== undefined || cut[isolate]) faultyUntil = clock.at + 2 * LATE_MS;
    if (cut[isolate]) throw new Error("no way");
    if (fault === "late order") await clock.wait(LATE_MS);
    busy += 1;
    const stub = env.KEYRING.get(env.KEYRING.idFromName(tenantId));
    // oxlint-disable-next-line typescript/no-explicit-any
    const answer = await (stub as any)[method](...args);
    if (method !== "lease") await note();
    busy -= 1;
    if (fault === "late answer") await clock.wait(LATE_MS);
    if (fault === "lost answer") throw new Error("lost answer");
    return answer;
  };
  const isolates = faults.map((_, at) => {
    const methods = ["lease", "change", "rotate", "set"].map((method) => [
      method,
      (...args: unknown[]) => send(at, method, args),
    ]);
    const KEYRING = { idFromName: (name: string) => name, get: () => Object.fromEntries(methods) };
    return new Isolate(clock, { KEYRING: KEYRING as never });
  });
  await note();
  /** Waits until nothing goes on except waiting for the clock. */
  const quiet = async () => {
    for (let turn = 0; turn < 3; turn = busy > 0 ? 0 : turn + 1) {
      await new Promise((done) => setTimeout(done, 0));
    }
  };
  /** The states that a call of that time may rely on: a lease may be older than the call. */
  const within = (from: number, to: number) =>
    past.filter(({ at }, n) => at <= to && (past[n + 1]?.at ?? Infinity) > from - LEASE_MS);
  const mayFail = (from: number) => from <= faultyUntil;
  return { clock, tenantId, cut, faults, isolates, past, quiet, within, mayFail };
}
