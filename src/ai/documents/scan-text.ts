import { fold } from "../text/fold.ts";
import type { Danger } from "../knowledge/write-pieces.ts";

interface Rule {
  name: string;
  risk: number;
  found: RegExp;
}

/**
 * Matched against folded text, so that accents and case hide nothing. Blanks at the beginning of a line
 * end with the line: where each line may go on over all empty ones behind it, their number counts twice.
 */
const RULES: readonly Rule[] = [
  {
    name: "override_en",
    risk: 0.9,
    found:
      /(?<!\b(?:do|must|should|may|can) not |\bnever )\b(?:ignore|disregard|forget|override|bypass|pay no attention to)\b.{0,40}\b(?:previous|prior|above|earlier|all|any|your|the|system)\b.{0,30}\b(?:instructions?|prompts?|rules?|(?<!\b(?:warning|error|alert|log) )messages?|directions?|context|guidelines)\b/s,
  },
  {
    name: "override_es",
    risk: 0.9,
    found:
      /(?<!(?<!\bpor que )\bno )\b(?:ignor(?:a|e|ad|ar|es)|olvid(?:a|e|ad|ar)|descart(?:a|e|ar)|omit(?:e|a|ir)|desobedec\w+|(?<!\bnunca )ha(?:z|ced|gan?) caso omiso|no hag(?:a[ns]?|ais) (?:ningun )?caso(?! omiso)|no teng(?:a[ns]?|ais) en cuenta|no prest(?:e[ns]?|eis) atencion)\b.{0,40}\b(?:instruccion(?:es)?|indicacion(?:es)?|reglas|ordenes|prompt|mensajes?(?! de (?:error|aviso|advertencia))|contexto)\b/s,
  },
  {
    name: "override_pt",
    risk: 0.9,
    found:
      /(?<!(?<!\bpor que )\bnao )\b(?:ignor(?:a|e|em|ar)|esque(?:ca|cam|cer)|desconsider(?:a|e|em|ar)|desobedec\w+)\b.{0,40}\b(?:instruc(?:ao|oes)|indicac(?:ao|oes)|regras|ordens|prompt|contexto)\b/s,
  },
  {
    name: "new_role_en",
    risk: 0.7,
    found:
      /\b(?:you are now(?! (?:signed|logged|(?:dis)?connected|registered|enrolled|subscribed|ready|done|finished)\b)|(?<!(?<!\byou )\b(?:can|may|could|might) )act as|pretend (?:to be|you are)|from now on you|your new (?:role|task|instructions?)|enter developer mode|jailbreak)\b|\bnew instructions?:/,
  },
  {
    name: "new_role_es",
    risk: 0.7,
    found:
      /(?:(?<![ \t\w])|(?<=[.!?:;,¡"“«*>#-][ \t]{1,3})|\b(?:y|tu|ahora|luego|por favor|debes) {1,3})actua como\b|\b(?:ahora eres|actues como|a partir de ahora (?:eres|debes|responde)|finge (?:ser|que)|tu nuev[oa] (?:rol|tarea|instruccion)|modo desarrollador)\b|\bnuevas? instruccion(?:es)?:/,
  },
  {
    name: "new_role_pt",
    risk: 0.7,
    found:
      /\b(?:agora (?:voce e|tu es)|a partir de agora (?:voce e|tu es|respond[ae])|aja como|finja (?:ser|que)|modo (?:de )?desenvolvedor)\b|\bnovas? instruc(?:ao|oes):/,
  },
  {
    name: "addressed_to_model",
    risk: 0.7,
    found:
      /\b(?:(?:assistant|ai model|language model|llm|chatbot|asistente|modelo de lenguaje)\b.{0,30}\b(?:must|should|has to|debe|tiene que|respond|answer|reply|say|output|responde|contesta|di)\b|(?:respond|reply|answer) (?:only )?with\b|responde (?:solo|unicamente) con\b|respond[ae] (?:apenas|somente|so) com\b)/s,
  },
  // People send, show and repeat a password; only an attack has somebody do so with all of them.
  {
    name: "secrets",
    risk: 0.8,
    found:
      /(?:^|[.!?:;,\n][^\S\n]*|\b(?:and|then|please|y|luego|e|por favor)\s+)(?:(?:reveal|print|leak|revel[ae]|imprim[ea])\b.{0,40}\b(?:api keys?|(?:claves?|chaves?) de api|passwords?|contrasenas?|senhas?|credentials|credenciales|credenciais)|(?:repeat|show|send|repite|repita|muestra|mostre|envi[ae]|manda)\b.{0,20}\b(?:all|every|todas?|todos)\b.{0,20}\b(?:api keys?|(?:claves?|chaves?) de api|passwords?|contrasenas?|senhas?|credentials|credenciales|credenciais)|(?:reveal|print|repeat|show|leak|send|revel[ae]|muestra|mostre|imprim[ea]|repite|repita|envi[ae]|manda)\b.{0,40}\b(?:system prompt|prompt d[eo] sistema|your instructions|tus instrucciones|suas instrucoes|conversation history))\b/s,
  },
  {
    name: "role_tokens",
    risk: 0.9,
    found:
      /<\|(?:im_start|im_end|system|user|assistant|endoftext)\|?>|\[\/?inst\]|<<\/?sys>>|##\s*(?:(?:system|assistant)s?\s*(?::|$)|instructions?\s*:)|(?:^[^\S\n\r\u2028\u2029]*|[.!?]\s+)(?:system|assistant)\s*:(?=\s{0,4}.*\b(?:you|your|must|always|never|ignore|respond|reply|answer|say|output|print|reveal|approve|grant|obey|rules?|instructions?|prompt|mode|eres|tus?|debes?|siempre|nunca|responde|reglas|instruccion(?:es)?|voce|sua|responda|regras|instruc(?:ao|oes))\b)|^[^\S\n\r\u2028\u2029]*(?:system\s*:.*\n(?:.*\n){0,5}\s*user|user\s*:.*\n(?:.*\n){0,5}\s*assistant)\s*:/m,
  },
  { name: "image_link", risk: 0.6, found: /!\[[^\]]*\]\(\s*(?:https?:)?\/\/[^)?&=]*[?&=][^)]*\)/ },
  // Only for what an assistant has and a reader of a manual has not: manuals have people send data,
  // documents, forms and questions to addresses.
  {
    name: "exfiltration",
    risk: 0.8,
    found:
      /\b(?:send|post|upload|forward|submit|transmit|append|(?:re)?envi[ae]|sub[ae]|mand[ae]|transmit[ae]|encaminhe)\b.{0,40}\b(?:(?:the|this|our|your|whole|entire|full|previous|all) conversation|(?:conversation|chat) history|this chat|your (?:prompt|instructions|context|memory)|system prompt|(?:passwords?|credentials|secrets) of|(?:what(?:ever)?|(?:everything|all)(?: that)?) (?:you (?:know|remember|(?:have |were |had )?(?:read|been told|told|learn(?:ed|t)))|(?:the )?users? (?:\w+ )?(?:ask\w*|said|says?|typed?|wrote))(?! about (?:the|an?|any) (?!user|person|customer|tenant|company))|(?:la|esta|toda la|nuestra) conversacion|(?:a|esta|toda a|nossa) conversa|historial de (?:la )?(?:conversacion|chat)|historico d[ae] conversa|tus? (?:prompt|instrucciones|contexto|memoria)|prompt d[eo]l? sistema|(?:todo )?lo que (?:(?:tu )?(?:sabes|sepas|recuerdas|has leido|te han dicho)|el usuario (?:\w+ )?(?:pregunt\w+|dij\w+|dicho|escri\w+))|(?:tudo )?o que (?:voce |tu )?(?:sabe|sabes|lembra|leu|o usuario (?:\w+ )?(?:pergunt\w+|disse|escreveu)))\b.{0,40}\b(?:to|at|in|a|hacia|en|para|ao?|em)\b\s*(?:https?:\/\/|\S{1,64}@\S)/s,
  },
  {
    name: "exfiltration_link",
    risk: 0.8,
    found:
      /\b(?:append|add|put|insert|include|encode|anade|agrega|pon|inserta|incluye|acrescente|adicione|coloque|insira|inclua)\b.{0,40}\b(?:questions?|conversation|prompt|secrets?|preguntas?|conversacion|secretos?|perguntas?|conversa|segredos?)\b.{0,40}\bhttps?:\/\/[^\s?]{1,200}\?/s,
  },
  { name: "encoded", risk: 0.6, found: /(?:[a-z0-9+/]{160,}={0,2}|(?:[0-9a-f]{2}){80,})/ },
];

/** Scans a piece of text for instructions to a model. */
export function scanText(text: string): Danger {
  const folded = fold(text.normalize("NFKC"));
  const hit = RULES.filter(({ found }) => found.test(folded));
  return {
    risk: Math.max(0, ...hit.map(({ risk }) => risk)),
    rules: hit.map(({ name }) => name),
  };
}
