import { DAY_MS } from "../platform/index.ts";
import type { LocalCa } from "./issue-locally.ts";
import { MAX_TTL_DAYS } from "./issuer.ts";

/** What is wrong with the Worker's own CA, for operators. */
export interface AuthorityConcern {
  kind: "authorityWrong" | "authorityEnded" | "authorityEnds";
  /** The days until a CA ends, for `authorityEnds`. */
  count: number;
}

/** Undefined if all is well. */
export type LookAtAuthority = (now: number) => Promise<AuthorityConcern | undefined>;

/** The CA "ends" when the longest certificate that it may issue would outlive it. */
export function lookAtLocal({
  authority,
  chain,
}: Pick<LocalCa, "authority" | "chain">): LookAtAuthority {
  const [{ notBefore, notAfter: until }] = chain.certificates;
  return async (now) => {
    if (now < notBefore || now >= until) return { kind: "authorityEnded", count: 1 };
    const isProven = await authority().then(
      () => true,
      () => false,
    );
    if (!isProven) return { kind: "authorityWrong", count: 1 };
    const count = Math.ceil((until - now) / DAY_MS);
    return until - now < MAX_TTL_DAYS * DAY_MS ? { kind: "authorityEnds", count } : undefined;
  };
}
