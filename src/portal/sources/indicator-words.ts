import { inBoth } from "../frame/language.ts";

/** What kind of thing a verdict or an entry is about. */
export const indicatorWords = inBoth<Record<"url" | "domain" | "ip" | "asn" | "email", string>>(
  { url: "URL", domain: "domain", ip: "IP address", asn: "network (ASN)", email: "e-mail address" },
  {
    url: "dirección web (URL)",
    domain: "dominio",
    ip: "dirección IP",
    asn: "red (ASN)",
    email: "correo electrónico",
  },
);
