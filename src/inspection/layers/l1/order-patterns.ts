/** The verdicts that such an order asks for: clean, safe, not spam. */
const SOUND =
  "(?:clean|safe|harmless|benign|legitimate|limpi?[oa]|segur[oa]|legitim[oa]|benign[oa]|inofensiv[oa]" +
  "|n(?:ot|o|ao)\\s(?:an?\\s|es?\\s)?(?:spam|phishing|malicious|dangerous|malicios[oa]|peligros[oa]|perigos[oa]))\\b";
const JUDGE =
  "(?:classify|label|rate|treat|consider|clasifi(?:ca|que)\\w{0,4}|classifi(?:que|car|ca)|etiquet[ae]|rotul[ae]|tratar?|trate|considerar?|considere)";

/**
 * Orders to a filter or a model, for folded lower-case text. Every gap is bounded, so the time is
 * linear in the text.
 */
export const ORDERS: readonly RegExp[] = [
  /\b(?:say|answer|reply|respond|output|return|print|write|di|diga|responde|responda|contesta|devuelve|escribe|escreva)\b[^.\n]{0,30}\b(?:clean|not spam|legitimate|limpi?[oa]|legitim[oa]|(?:is|as|es|como) (?:safe|segur[oa]))\b/,
  /\b(?:verdict|score|label|veredicto|veredito|puntuacion|pontuacao)\b[\s"']{0,4}(?:[:=]|is|to|es|e|a|como|as)[\s"']{0,4}(?:clean|limpio|limpo|safe)\b/,
  /\b(?:attention|note to|message to|instructions? for|instruccion(?:es)? para|instrucoes para|nota para|mensaje para)\b[^.\n]{0,20}\b(?:ai|ia|llm|language model|assistant|classifier|spam filter|modelo|asistente|assistente|clasificador|classificador|filtro)\b/,
  /<\|(?:im_start|im_end|system|user|assistant|endoftext)\|?>|\[\/?inst\]|<<\/?sys>>|(?:^|\n)[\s#*>]{0,8}(?:system|assistant)\s{0,3}:/,
  new RegExp(`\\b${JUDGE}\\b[^.\\n]{0,40}\\b(?:as|como)\\s["'«]?${SOUND}`),
  new RegExp(
    `\\b(?:consider|considerar?|considere)\\s(?:this|este|esta)\\s\\w{4,12}\\s["'«]?${SOUND}`,
  ),
  /\bmarque\w{0,3}\b[^.\n]{0,40}\bcomo\s["'«]?(?:limpi?[oa]|segur[oa]|legitim[oa])\b/,
  /\b(?:do not|don'?t|no|nao)\s(?:l?[oa]s?\s)?(?:classify|label|flag|treat|consider\w{0,2}|clasifi(?:que|ca)\w{0,2}|classifi(?:que|ca)|trat[ae]\w?)\b[^.\n]{0,30}\b(?:as|como)\s(?:phishing|malicious|fraud|malicios[oa]|fraude|golpe|estafa)\b/,
  /\b(?:say|answer|reply|respond|output|return|print|give|assign|devuelve|da|dale|de|asigna|responde|atribua|retorne|devolva)\b[^.\n]{0,20}\b(?:score|puntuacion|pontuacao)(?:\s(?:de|of)|\s?[:=])?\s(?:0|zero|cero)\b/,
  /\b(?:haz|haga|hagan|faca) caso omiso\b[^.\n]{0,30}\b(?:instruc\w{1,8}|reglas|regras)\b/,
  /\b(?:filter|classifier|filtro|clasificador|classificador|modelo?|ai|ia)\b[^.\n]{0,20}\b(?:must|should|debe|deve)\b[^.\n]{0,10}\b(?:approve|allow|accept|pass|aprobar|aceptar|permitir|aprovar|aceitar)\b[^.\n]{0,20}\b(?:message|e-?mail|mensaje|correo|mensagem)\b/,
  /\b(?:from now on you are|a partir de ahora eres|a partir de agora voce e)\b[^.\n]{0,30}\b(?:bot|ai|ia|assistant|asistente|assistente|model|modelo|filter|filtro)\b/,
];
