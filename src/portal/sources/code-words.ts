import type { Category } from "../../intel/fusion/categories.ts";
import type { Effect, SourceKind } from "../../intel/sources/source.ts";
import { inBoth, sideBySide } from "../frame/language.ts";

/** What a feed lists. */
export const sourceKindWords = inBoth<Record<SourceKind, string>>(
  {
    ip: "IP addresses",
    domain: "domains",
    url: "URLs",
    asn: "networks (ASN)",
    email: "e-mail addresses",
    mixed: "of several kinds",
  },
  {
    ip: "direcciones IP",
    domain: "dominios",
    url: "direcciones web (URL)",
    asn: "redes (ASN)",
    email: "correos electrónicos",
    mixed: "de varios tipos",
  },
);

/** What being listed means. */
export const effectWords = inBoth<Record<Effect, string>>(
  {
    threat: "counts against it",
    shared: "many strangers under one name, counts against none of them",
    popular: "used by many, hearsay does not count",
    discount: "changes hands quickly, evidence weighs less",
    veto: "evidence against it is a mistake",
    exposure: "was found in a breach",
  },
  {
    threat: "cuenta en su contra",
    shared: "muchos extraños bajo un nombre, no cuenta contra ninguno",
    popular: "lo usan muchos, los rumores no cuentan",
    discount: "cambia de manos pronto, los indicios pesan menos",
    veto: "los indicios en su contra son un error",
    exposure: "apareció en una filtración",
  },
);

/** What something is said to be. */
export const categoryWords = sideBySide<Category>({
  c2: ["command and control of malware", "control de malware"],
  malware: ["malware", "malware"],
  phishing: ["phishing", "suplantación (phishing)"],
  "criminal-network": ["criminal network", "red criminal"],
  exploit: ["exploits weaknesses", "explota vulnerabilidades"],
  attacker: ["attacker", "atacante"],
  homoglyph: ["name that imitates another", "nombre que imita a otro"],
  bruteforce: ["guesses passwords", "adivina contraseñas"],
  scanner: ["scanner", "escáner"],
  spam: ["spam", "spam"],
  breach: ["breach", "filtración"],
  "random-name": ["name that looks random", "nombre que parece aleatorio"],
  "disposable-email": ["throwaway e-mail", "correo desechable"],
  "newly-registered": ["newly registered", "recién registrado"],
  proxy: ["open proxy", "proxy abierto"],
  tor: ["Tor exit", "salida de Tor"],
  vpn: ["VPN exit", "salida de VPN"],
  "abused-network": ["network that is often abused", "red de la que se abusa a menudo"],
  "dynamic-dns": ["dynamic DNS", "DNS dinámico"],
  hosting: ["hosting for anybody", "alojamiento para cualquiera"],
  "link-in-bio": ["page of links", "página de enlaces"],
  parked: ["parked domain", "dominio aparcado"],
  "research-scanner": ["scanner for research", "escáner de investigación"],
  shortener: ["link shortener", "acortador de enlaces"],
  sinkhole: ["sinkhole", "sumidero (sinkhole)"],
  cloud: ["cloud provider", "proveedor de nube"],
  crawler: ["crawler of a search engine", "rastreador de un buscador"],
  popular: ["popular", "popular entre muchos"],
  "public-dns": ["public DNS resolver", "DNS público"],
  reserved: ["reserved, not on the internet", "reservado, fuera de internet"],
});
