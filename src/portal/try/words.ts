import { inBoth } from "../frame/language.ts";

type Disposition = "malicious" | "suspicious" | "clean" | "unknown";

export const tryWords = inBoth(
  {
    title: "Try it",
    text: "A live call in your name. It takes units of your quota, as a call with a key does.",
    modules: "Modules",
    value: "Value",
    type: "Kind",
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
    private: "private, not on the internet",
    own: {
      "tenant-deny-list": "your deny list",
      "tenant-allow-list": "your allow list",
    },
    deny: "Deny it always",
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
  {
    title: "Probar",
    text: "Una llamada real en su nombre. Consume unidades de su cuota, como una llamada con clave.",
    modules: "Módulos",
    value: "Valor",
    type: "Tipo",
    send: "Consultar",
    verdict: "Veredicto",
    threatLevel: "Nivel de amenaza",
    confidence: "Confianza",
    categories: "Categorías",
    family: "Familia de malware",
    sources: "Fuentes",
    firstSeen: "Visto por primera vez",
    lastSeen: "Visto por última vez",
    notFound: "Ninguna fuente lo conoce. Eso no prueba que sea inofensivo.",
    private: "privado, fuera de internet",
    own: {
      "tenant-deny-list": "su lista de bloqueados",
      "tenant-allow-list": "su lista de permitidos",
    },
    deny: "Bloquearlo siempre",
    allow: "Permitirlo siempre",
    answer: "La respuesta como la reciben sus sistemas",
    curl: "La misma llamada desde su lado",
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

export const dispositionWords = inBoth<Record<Disposition, string>>(
  { malicious: "malicious", suspicious: "suspicious", clean: "clean", unknown: "unknown" },
  { malicious: "malicioso", suspicious: "sospechoso", clean: "limpio", unknown: "desconocido" },
);
