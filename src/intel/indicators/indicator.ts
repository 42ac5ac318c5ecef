import type { Email } from "./email.ts";
import type { IpHost } from "./host.ts";
import type { Address } from "./url.ts";

export type IndicatorType = "url" | "domain" | "ip" | "asn" | "email";

/** What a caller asks about, in canonical form. The answer repeats `value`. */
export type Indicator =
  | {
      type: "url";
      value: string;
      address: Address;
      /**
       * The URLs that known redirectors and mail filters carry inside, the outermost first; and the URL
       * that a browser would open, if that is another one.
       */
      inner: readonly Address[];
    }
  | { type: "domain"; value: string; name: string }
  | { type: "ip"; value: string; host: IpHost }
  | { type: "asn"; value: string; asn: number }
  | { type: "email"; value: string; email: Email };

/** The domain that is asked about, or the host of the URL if it is a name. */
export function nameIn(indicator: Indicator): string | undefined {
  if (indicator.type === "domain") return indicator.name;
  if (indicator.type !== "url" || indicator.address.host.kind !== "name") return undefined;
  return indicator.address.host.text;
}
