import type { Email } from "./email.ts";
import type { IpHost } from "./host.ts";
import type { Address } from "./url.ts";

export type IndicatorType = "url" | "domain" | "ip" | "asn" | "email";

/** What a caller asks about, checked and in canonical form; `value` is what the answer repeats. */
export type Indicator =
  | {
      type: "url";
      value: string;
      address: Address;
      /**
       * What known redirectors and mail filters carry inside it, the outermost first, and what a browser
       * opens where that is another address.
       */
      inner: readonly Address[];
    }
  | { type: "domain"; value: string; name: string }
  | { type: "ip"; value: string; host: IpHost }
  | { type: "asn"; value: string; asn: number }
  | { type: "email"; value: string; email: Email };

/** The domain that is asked about, or that stands in the URL. */
export function nameIn(indicator: Indicator): string | undefined {
  if (indicator.type === "domain") return indicator.name;
  if (indicator.type !== "url" || indicator.address.host.kind !== "name") return undefined;
  return indicator.address.host.text;
}
