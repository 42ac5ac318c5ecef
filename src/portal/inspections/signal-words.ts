import { inBoth, sideBySide, type Language } from "../frame/language.ts";

/**
 * The meaning of each signal of the four layers. A test compares the table with what the layers
 * write.
 */
export const signalWords: Record<Language, Record<string, string>> = sideBySide({
  // The first layer: sender and form.
  sender_denied: ["the sender is on your deny list", "el remitente está en su lista de bloqueados"],
  sender_allowed: [
    "the sender is on your allow list",
    "el remitente está en su lista de permitidos",
  ],
  sender_malformed: [
    "the sender is no proper address or number",
    "el remitente no es una dirección ni un número válidos",
  ],
  sender_mixed_script: [
    "the sender's name mixes letters of several scripts",
    "el nombre del remitente mezcla letras de varios alfabetos",
  ],
  sender_disposable: [
    "the sender uses a throw-away mailbox",
    "el remitente usa un buzón desechable",
  ],
  sender_host_brand_like: [
    "the sender's domain imitates a brand",
    "el dominio del remitente imita a una marca",
  ],
  display_brand_mismatch: [
    "the sender's name is a brand's, the address is not",
    "el nombre del remitente es de una marca, su dirección no",
  ],
  brand_from_free_mail: [
    "it speaks for a brand from a free mailbox",
    "habla por una marca desde un buzón gratuito",
  ],
  display_address_mismatch: [
    "the sender's name shows another address",
    "el nombre del remitente muestra otra dirección",
  ],
  url_brand_like: ["a link imitates a brand", "un enlace imita a una marca"],
  url_mixed_script: [
    "a link mixes letters of several scripts",
    "un enlace mezcla letras de varios alfabetos",
  ],
  url_ip: ["a link leads to a bare IP address", "un enlace lleva a una dirección IP desnuda"],
  url_userinfo: [
    "a link hides its target behind a user name",
    "un enlace esconde su destino tras un nombre de usuario",
  ],
  url_punycode: ["a link has letters of another script", "un enlace tiene letras de otro alfabeto"],
  url_defanged: [
    "a link is written so that filters miss it",
    "un enlace está escrito para que los filtros no lo vean",
  ],
  url_shortener: ["a link goes through a shortener", "un enlace pasa por un acortador"],
  url_link_in_bio: ["a link goes through a link page", "un enlace pasa por una página de enlaces"],
  url_free_site: ["a link leads to a free site builder", "un enlace lleva a una web gratuita"],
  url_cheap_ending: [
    "a link has an ending that abuse favours",
    "un enlace tiene una terminación de la que se abusa",
  ],
  url_many_hyphens: ["a link has many hyphens", "un enlace tiene muchos guiones"],
  url_many_labels: ["a link has many subdomains", "un enlace tiene muchos subdominios"],
  brand_foreign_link: [
    "it names a brand and links elsewhere",
    "nombra una marca y enlaza a otro sitio",
  ],
  anchor_mismatch: [
    "a link shows one address and leads to another",
    "un enlace muestra una dirección y lleva a otra",
  ],
  password_field: ["it holds a field for a password", "contiene un campo de contraseña"],
  split_words: ["words are split to pass filters", "hay palabras partidas para eludir los filtros"],
  look_alike_letters: [
    "letters are replaced by look-alikes",
    "hay letras cambiadas por otras parecidas",
  ],
  styled_letters: [
    "letters are styled to pass filters",
    "hay letras adornadas para eludir los filtros",
  ],
  excessive_capitals: ["much of it is in capitals", "gran parte está en mayúsculas"],
  currency_repeated: ["it speaks of money again and again", "habla de dinero una y otra vez"],
  hidden_text: ["it hides more text than it shows", "oculta más texto del que muestra"],
  premium_number: [
    "it asks to call a premium number",
    "pide llamar a un número de tarificación especial",
  ],
  prompt_injection: [
    "it gives orders to a filter or a model",
    "da órdenes a un filtro o a un modelo",
  ],
  oversize: ["it is longer than such messages are", "es más largo que los mensajes de su tipo"],
  seen_repeatedly: [
    "many senders sent the same within the hour",
    "muchos remitentes enviaron lo mismo en una hora",
  ],
  dictionary: ["it matches your dictionary", "coincide con su diccionario"],
  dictionaries_unavailable: [
    "your dictionaries could not be read",
    "no se pudieron leer sus diccionarios",
  ],
  dictionaries_cut: [
    "not all of your dictionaries could be tried",
    "no se pudieron probar todos sus diccionarios",
  ],
  // The second: intelligence.
  tenant_denied: [
    "something in it is on your deny list",
    "algo que contiene está en su lista de bloqueados",
  ],
  tenant_allowed: [
    "something in it is on your allow list",
    "algo que contiene está en su lista de permitidos",
  ],
  too_many_names: [
    "it names more than can be looked up",
    "nombra más de lo que se puede consultar",
  ],
  sender_malicious: [
    "the sender is known to be malicious",
    "se sabe que el remitente es malicioso",
  ],
  sender_suspicious: ["the sender is suspicious", "el remitente es sospechoso"],
  url_malicious: ["a link is known to be malicious", "se sabe que un enlace es malicioso"],
  url_suspicious: ["a link is suspicious", "un enlace es sospechoso"],
  host_malicious: ["a domain is known to be malicious", "se sabe que un dominio es malicioso"],
  host_suspicious: ["a domain is suspicious", "un dominio es sospechoso"],
  ip_malicious: [
    "an IP address is known to be malicious",
    "se sabe que una dirección IP es maliciosa",
  ],
  ip_suspicious: ["an IP address is suspicious", "una dirección IP es sospechosa"],
  // The third: statistics.
  wording_phishing: ["worded as phishing is", "redactado como el phishing"],
  wording_like_phishing: ["worded much as phishing is", "redactado de forma parecida al phishing"],
  wording_spam: ["worded as spam is", "redactado como el spam"],
  wording_like_spam: ["worded much as spam is", "redactado de forma parecida al spam"],
  unfamiliar_script: [
    "in a script whose wording is hardly known: a doubt at most",
    "en un alfabeto cuya redacción apenas se conoce: una duda como mucho",
  ],
  // The fourth: what a model may give as its reasons, or why it was not asked. The third too may have
  // too few words.
  skipped_confident: [
    "not needed: nothing suspicious until here",
    "no hizo falta: nada sospechoso hasta aquí",
  ],
  skipped_short: ["not judged: too few words", "no se juzgó: tiene muy pocas palabras"],
  impersonation: ["it pretends to come from somebody else", "finge venir de otra persona"],
  credential_request: ["it asks for passwords or codes", "pide contraseñas o códigos"],
  payment_request: ["it asks for a payment", "pide un pago"],
  personal_data_request: ["it asks for personal data", "pide datos personales"],
  urgency: ["it presses for haste", "mete prisa"],
  threat: ["it threatens its reader", "amenaza a quien lo lee"],
  prize_or_refund: ["it promises a prize or a refund", "promete un premio o un reembolso"],
  suspicious_link: ["it has a suspicious link", "tiene un enlace sospechoso"],
  suspicious_attachment: ["it has a suspicious attachment", "tiene un adjunto sospechoso"],
  unknown_sender: ["the sender is unknown", "el remitente es desconocido"],
  advertising: ["it is advertising", "es publicidad"],
  adult_or_gambling: ["it is about sex or gambling", "trata de sexo o de apuestas"],
  investment_offer: ["it offers an investment", "ofrece una inversión"],
  expected_notice: ["it is a notice that one expects", "es un aviso que uno espera"],
  conversation: ["it is part of a conversation", "forma parte de una conversación"],
});

/** Why a layer could not do its work. */
export const unavailableWords = inBoth(
  {
    intelligence: "no feed is loaded yet, or intelligence could not be read",
    noModel: "no model is configured",
    silent: "no model could be asked, or none answered in time",
  },
  {
    intelligence: "todavía no hay ninguna fuente cargada, o no se pudo leer la inteligencia",
    noModel: "no hay ningún modelo configurado",
    silent: "no se pudo preguntar a ningún modelo, o ninguno respondió a tiempo",
  },
);
