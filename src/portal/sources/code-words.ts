import type { Category } from "../../intel/fusion/categories.ts";
import type { Effect, SourceKind } from "../../intel/sources/source.ts";
import { sideBySide } from "../frame/language.ts";

/** What a feed lists. */
export const sourceKindWords = sideBySide<SourceKind>({
  ip: ["IP addresses", "direcciones IP"],
  domain: ["domains", "dominios"],
  url: ["URLs", "direcciones web (URL)"],
  asn: ["networks (ASN)", "redes (ASN)"],
  email: ["e-mail addresses", "correos electrónicos"],
  mixed: ["of several kinds", "de varios tipos"],
});

/** What it means to be listed. */
export const effectWords = sideBySide<Effect>({
  threat: ["counts against it", "cuenta en su contra"],
  shared: [
    "many strangers under one name, counts against none of them",
    "muchos extraños bajo un nombre, no cuenta contra ninguno",
  ],
  popular: ["used by many, hearsay does not count", "lo usan muchos, los rumores no cuentan"],
  discount: [
    "changes hands quickly, evidence weighs less",
    "cambia de manos pronto, los indicios pesan menos",
  ],
  veto: ["evidence against it is a mistake", "los indicios en su contra son un error"],
  exposure: ["was found in a breach", "apareció en una filtración"],
});

/** What a listed thing is said to be. */
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
