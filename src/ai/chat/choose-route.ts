import { fold } from "../text/fold.ts";
import type { ToolName } from "../tools/tool.ts";
import { asksElse, partsOf } from "./asks-else.ts";

export type Route = "rag" | "agent" | "mixed";

export interface Choice {
  route: Route;
  tools: ToolName[];
  /** The names of the rules that matched. */
  routeReason: string;
}

/** Matched against folded text: lower case, no accents. */
const TOPICS: readonly { tool: ToolName; about: RegExp }[] = [
  {
    tool: "LicenseSummary",
    about:
      /\b(?:licenci\w*|licens\w*|licenc\w*|suscripcion\w*|subscriptions?|skus?|asientos|seats?)\b/,
  },
  {
    tool: "CheckMFACompliance",
    about:
      /\b(?:mfa|2fa|multi-?factor|(?:doble|segundo|dos) factor(?:es)?|(?:two|second)[ -]factor|verificacion en dos pasos|two-step verification|authenticator)\b/,
  },
  {
    tool: "GetTenantStatus",
    about:
      /\b(?:(?:estado|salud|situacion|resumen) (?:general )?(?:del?|de (?:mi|nuestro|la|el|los|las)) ?(?:tenant|inquilino|cliente|organizacion|entorno|empresa|flota|agentes|cuota|servicio)|(?:como (?:esta|va|anda|estamos)|que tal (?:esta|va)) (?:el|mi|nuestro|la|nuestra|de) ?(?:tenant|inquilino|cliente|organizacion|entorno|empresa|flota|cuota|seguridad)|(?:status|health|state|overview|summary) of (?:the|my|our) (?:tenant|organi[sz]ation|environment|company|fleet|agents|quota)|(?:tenant|fleet|quota|organi[sz]ation) (?:status|health|overview|summary|usage)|how (?:is|are) (?:the|my|our) (?:tenant|fleet|environment|organi[sz]ation|quota|agents)|(?:cuota|quota|consumo)\b.{0,40}\b(?:usad\w*|consumid\w*|gastad\w*|queda\w*|used|spent|left|remaining|mes|month)|(?:cuanta|how much)\b.{0,30}\b(?:cuota|quota)|secure ?score|puntuacion de seguridad|(?:is|are) (?:the|my|our|all(?: the| our)?) (?:tenant|fleet|environment|organi[sz]ation|agents) (?:ok|fine|healthy|online|offline|up|down|working)|(?:agents?|agentes)\b.{0,20}\b(?:offline|online|disconnected|(?:des)?conectad[oa]s|caid[oa]s|sin conexion)|todo (?:bien|ok|en orden) (?:con|en) (?:el|mi|nuestro|la|nuestra) (?:tenant|inquilino|cliente|organizacion|entorno|empresa|flota)|(?:que|cuantos|which|how many) certifica(?:dos|tes)\b.{0,20}\b(?:caduca\w*|expir\w*|vence\w*|renew\w*))\b/,
  },
];

/** Questions about how things stand. "Hay que" is left out, because it asks what must be done. */
const STATE =
  /\b(?:cuant[oa]s?|lista(?:r|me|do)?|muestra(?:me)?|ensena(?:me)?|dime|quien(?:es)?|que (?:usuarios|administradores|admins|licencias|productos)|cuales|tenemos|quedan?|sobran?|faltan?|hay(?! que)|estan?|resumen|informe|revisa|comprueba|verifica|analiza|cumpl\w+|estado|how many|how much|list|show|tell me|who|which|do we have|have we|left|are there|is there|summary|summari[sz]e|status|report|check|review|verify|compliance|compliant|are (?:all|our|my|we|any)|is (?:our|my|everyone|everybody)|does (?:everyone|everybody))\b/;

/** Questions about how to do something. The rest of that part of the sentence belongs to it. */
const WAY =
  /\b(?:como (?:(?:me|te|se|nos|lo|la|los|las|le|les) ){0,2}(?:puedo|podemos|puede|hago|hacemos|debo|debe|activ\w+|configur\w+|habilit\w+|asign\w+|compr\w+|renuev\w+|cambi\w+|exij\w+|elimin\w+|quit\w+|recuper\w+|funciona\w*|rot\w+|solicit\w+|mejor\w+|calcul\w+)|how (?:do|can|should|does|to)|how (?:is|are)\b.{0,40}\b(?:calculated|computed|billed|measured|enforced|assigned))\b.*?(?=[,;.?!]|\b(?:y|and)\b|$)/;

/** Questions about what documents say: reasons, meanings, rules. */
const KNOWLEDGE =
  /\b(?:como se|que (?:dice|pasa|hago|debo|significa|(?:pasos|requisitos|politica|diferencia)s?(?: hay)?)|por que|para que sirve|explica(?:me)?|(?:(?:hay|existe|is there|are there) (?:(?:an?|any|some|una?|algun[ao]?) )?)?(?:pasos|procedimiento|manual|documentacion|guia|steps|procedure|documentation|guide|policy|politica (?:de|sobre))|segun|donde (?:se|puedo|encuentro)|what (?:does|steps|happens|policy|should|do(?! we have))|what (?:is|are) the difference|why|explain|according to|where (?:do|can|is))\b/;

/** Questions about a meaning, unless they also ask for a state. */
const MEANING = /\b(?:que (?:es|son)|what (?:is|are))\b/;

/**
 * Chooses the route by fixed rules, so that the same question always gets the same one and no text can
 * talk it into another.
 */
export function chooseRoute(question: string): Choice {
  const folded = fold(question);
  const tools = TOPICS.filter(({ about }) => about.test(folded)).map(({ tool }) => tool);
  if (tools.length === 0) return { route: "rag", tools, routeReason: "no tool's topic" };
  const knowledge = WAY.test(folded) || KNOWLEDGE.test(folded);
  const state = STATE.test(withoutKnowledge(folded)) || (knowledge && asksTenantToo(question));
  const topics = `topic:${tools.join(",")}`;
  if (knowledge && state) {
    return { route: "mixed", tools, routeReason: `${topics} state knowledge` };
  }
  if (knowledge) return { route: "rag", tools: [], routeReason: `${topics} knowledge` };
  // "What is" asks for the state if it is about something that only a tenant has, or if the question
  // asks for a state.
  const only = tools.every((tool) => tool === "GetTenantStatus");
  if (MEANING.test(folded) && !state && !only) {
    return { route: "rag", tools: [], routeReason: `${topics} meaning` };
  }
  const reason = `${topics}${state ? " state" : ""}`;
  const others = TOPICS.map(({ about }) => about);
  if (asksElse(question, others))
    return { route: "mixed", tools, routeReason: `${reason} another` };
  return { route: "agent", tools, routeReason: reason };
}

/**
 * Whether one of several questions is about the tenant's state and asks for no rule or reason. Such a
 * one asks for a state by its topic alone.
 */
function asksTenantToo(question: string): boolean {
  const parts = partsOf(question).map(fold);
  const tenant = TOPICS.find(({ tool }) => tool === "GetTenantStatus");
  return parts.some(
    (part) =>
      tenant?.about.test(part) && !WAY.test(part) && !KNOWLEDGE.test(part) && !MEANING.test(part),
  );
}

/**
 * The text without the parts that ask for a way or a reason, because these hold words that would also
 * ask for a state.
 */
function withoutKnowledge(folded: string): string {
  return folded.replaceAll(new RegExp(WAY, "g"), " ").replaceAll(new RegExp(KNOWLEDGE, "g"), " ");
}
