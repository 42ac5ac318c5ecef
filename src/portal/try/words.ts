import { sideBySide } from "../frame/language.ts";
import { withSpanish } from "../frame/read-words.ts";
import spanish from "./words.es.txt";

type Disposition = "malicious" | "suspicious" | "clean" | "unknown";

export const tryWords = withSpanish(
  {
    title: "Try it",
    text: "A live call in your name. It takes units of your quota, as a call with a key does.",
    modules: "Modules",
    value: "Value",
    type: "Kind",
    asItLooks: "as it looks",
    send: "Look it up",
    verdict: "Verdict",
    threatLevel: "Threat level",
    confidence: "Confidence",
    categories: "Categories",
    family: "Malware family",
    sources: "Sources",
    firstSeen: "First seen",
    lastSeen: "Last seen",
    notFound: "No source knows it. That is no proof that it is harmless.",
    notOpenable: "No browser opens this as an address: see whether it is written right.",
    private: "private, not on the internet",
    own: {
      "tenant-deny-list": "your deny list",
      "tenant-allow-list": "your allow list",
    },
    deny: "Deny it always",
    denyHost: (host: string) => `Deny all of ${host}`,
    allow: "Allow it always",
    answer: "The answer as your systems get it",
    curl: "The same call from your side",
    hints: {
      urlsearch: "A URL or a domain, for example https://example.com/login.",
      ipsearch: "An IP address, or an ASN such as AS64500.",
      dnssearch: "A domain, also one such as _dmarc.example.com.",
      darkweb: "A domain, an IP address or an e-mail address.",
    },
    about: {
      urlsearch: "Is this web address dangerous?",
      ipsearch: "Is this IP address or network dangerous?",
      dnssearch: "Is this name safe to resolve?",
      darkweb: "Does it appear in known breaches?",
      antispam: "Is this message spam or phishing?",
    },
  },
  spanish,
  {
    own: {
      "tenant-deny-list": "su lista de bloqueados",
      "tenant-allow-list": "su lista de permitidos",
    },
    denyHost: (host: string) => `Bloquear todo ${host}`,
    hints: {
      urlsearch: "Una URL o un dominio, por ejemplo https://example.com/login.",
      ipsearch: "Una dirección IP, o un ASN como AS64500.",
      dnssearch: "Un dominio, también uno como _dmarc.example.com.",
      darkweb: "Un dominio, una dirección IP o un correo electrónico.",
    },
    about: {
      urlsearch: "¿Es peligrosa esta dirección web?",
      ipsearch: "¿Es peligrosa esta dirección IP o red?",
      dnssearch: "¿Es seguro resolver este nombre?",
      darkweb: "¿Aparece en filtraciones conocidas?",
      antispam: "¿Es este mensaje spam o phishing?",
    },
  },
);

export const dispositionWords = sideBySide<Disposition>({
  malicious: ["malicious", "malicioso"],
  suspicious: ["suspicious", "sospechoso"],
  clean: ["clean", "limpio"],
  unknown: ["unknown", "desconocido"],
});
