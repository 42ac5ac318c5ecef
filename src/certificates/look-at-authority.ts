import type { LocalCa } from "./issue-locally.ts";
import { DAY_MS, MAX_TTL_DAYS } from "./issuer.ts";

/** What operators have to mend of the CA that the Worker holds. */
export interface AuthorityConcern {
  kind: "misconfigured" | "out_of_dates" | "ends_soon";
  /** When its certificate ends, as far as it can be read. */
  until?: number;
}

/** Undefined where all is well. */
export type LookAtAuthority = (now: number) => Promise<AuthorityConcern | undefined>;

/** It ends soon when the certificate that lives longest would outlive it. */
export function lookAtLocal({
  authority,
  chain,
}: Pick<LocalCa, "authority" | "chain">): LookAtAuthority {
  const [{ notBefore, notAfter: until }] = chain.certificates;
  return async (now) => {
    if (now < notBefore || now >= until) return { kind: "out_of_dates", until };
    const isProven = await authority().then(
      () => true,
      () => false,
    );
    if (!isProven) return { kind: "misconfigured" };
    return until - now < MAX_TTL_DAYS * DAY_MS ? { kind: "ends_soon", until } : undefined;
  };
}
