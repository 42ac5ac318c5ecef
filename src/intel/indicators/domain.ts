import { refuse, type Refusal } from "../../http/index.ts";
import { asciiName } from "./host.ts";

export const MAX_NAME = 253;
const MAX_LABEL = 63;
const LABEL = /^[a-z\d-]+$/;
const LABEL_OR_UNDERSCORE = /^[a-z\d_-]+$/;
const NUMERIC = /^(?:\d+|0x[\da-f]*)$/;
const NON_ASCII = /[^\x20-\x7E]/;
/** Characters that no plain name has, or that the URL parser would take for something else. */
const NOT_A_NAME = /[\s/?#@:\\[\]*%<>"'`{}|^()]/;

interface DomainRules {
  underscore: boolean;
}

/** The name in small letters and A-labels (xn--), without a final dot. */
export function parseDomain(written: string, { underscore }: DomainRules): string | Refusal {
  if (NOT_A_NAME.test(written)) return notADomain();
  const name = NON_ASCII.test(written) ? asciiName(written) : written.toLowerCase();
  const bare = name?.endsWith(".") === true ? name.slice(0, -1) : name;
  if (bare === undefined || bare.length > MAX_NAME) return notADomain();
  const labels = bare.split(".");
  const allowed = underscore ? LABEL_OR_UNDERSCORE : LABEL;
  const fits = labels.every((label) => label.length <= MAX_LABEL && allowed.test(label));
  if (!fits || labels.length < 2 || NUMERIC.test(labels.at(-1) ?? "")) return notADomain();
  return bare;
}

export function notADomain(orElse = ""): Refusal {
  return refuse(
    400,
    "invalid_request",
    `"value" must be a domain of at least two labels, without scheme, port or path${orElse}.`,
  );
}
