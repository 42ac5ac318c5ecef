import { fold } from "../text/fold.ts";
import type { Danger } from "../knowledge/write-pieces.ts";

interface Rule {
  name: string;
  risk: number;
  found: RegExp;
}

/** Matched against folded text, so that accents and case hide nothing. */
const RULES: readonly Rule[] = [
  {
    name: "override_en",
    risk: 0.9,
    found:
      /\b(?:ignore|disregard|forget|override|bypass)\b.{0,40}\b(?:previous|prior|above|earlier|all|any|your|the|system)\b.{0,30}\b(?:instructions?|prompts?|rules?|messages?|directions?|context|guidelines)\b/s,
  },
  {
    name: "override_es",
    risk: 0.9,
    found:
      /\b(?:ignor(?:a|e|ad|ar|es)|olvid(?:a|e|ad|ar)|descart(?:a|e|ar)|omit(?:e|a|ir)|desobedec\w+)\b.{0,40}\b(?:instruccion(?:es)?|indicacion(?:es)?|reglas|ordenes|prompt|mensajes?|contexto)\b/s,
  },
  {
    name: "new_role_en",
    risk: 0.7,
    found:
      /\b(?:you are now|act as|pretend (?:to be|you are)|from now on you|your new (?:role|task|instructions?)|enter developer mode|jailbreak)\b|\bnew instructions?:/,
  },
  {
    name: "new_role_es",
    risk: 0.7,
    found:
      /\b(?:ahora eres|actua como|a partir de ahora (?:eres|debes|responde)|finge (?:ser|que)|tu nuev[oa] (?:rol|tarea|instruccion)|modo desarrollador)\b|\bnuevas? instruccion(?:es)?:/,
  },
  {
    name: "addressed_to_model",
    risk: 0.7,
    found:
      /\b(?:(?:assistant|ai model|language model|llm|chatbot|asistente|modelo de lenguaje)\b.{0,30}\b(?:must|should|has to|debe|tiene que|respond|answer|reply|say|output|responde|contesta|di)\b|(?:respond|reply|answer) (?:only )?with\b|responde (?:solo|unicamente) con\b)/s,
  },
  {
    name: "secrets",
    risk: 0.8,
    found:
      /(?:^|[.!?:;,\n]\s*|\b(?:and|then|please|y|luego|por favor)\s+)(?:reveal|print|repeat|show|leak|send|revela|muestra|imprime|repite|envia|manda)\b.{0,40}\b(?:system prompt|prompt de sistema|your instructions|tus instrucciones|api keys?|claves? de api|passwords?|contrasenas?|credentials|credenciales|conversation history)\b/s,
  },
  {
    name: "role_tokens",
    risk: 0.9,
    found:
      /<\|(?:im_start|im_end|system|user|assistant|endoftext)\|?>|\[\/?inst\]|<<\/?sys>>|##\s*(?:system|instruction|assistant)s?\s*(?::|$)|^\s*(?:system|assistant)\s*:/m,
  },
  { name: "image_link", risk: 0.6, found: /!\[[^\]]*\]\(\s*(?:https?:)?\/\/[^)?&=]*[?&=][^)]*\)/ },
  {
    name: "exfiltration",
    risk: 0.8,
    found: /\b(?:send|post|upload|envia|sube|manda)\b.{0,60}\b(?:to|a|hacia)\b\s*https?:\/\//s,
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
