import { sideBySide } from "../frame/language.ts";

/** The kind of thing that a verdict or an entry is about. */
export const indicatorWords = sideBySide<"url" | "domain" | "ip" | "asn" | "email">({
  url: ["URL", "dirección web (URL)"],
  domain: ["domain", "dominio"],
  ip: ["IP address", "dirección IP"],
  asn: ["network (ASN)", "red (ASN)"],
  email: ["e-mail address", "correo electrónico"],
});
