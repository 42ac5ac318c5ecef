import { fold } from "../text/fold.ts";
import type { ToolName } from "../tools/tool.ts";

export type Route = "rag" | "agent" | "mixed";

export interface Choice {
  route: Route;
  tools: ToolName[];
  /** Names the rules that matched. */
  routeReason: string;
}

/** On folded text: lower case, no accents. */
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
      /\b(?:(?:estado|salud|situacion|resumen) (?:general )?(?:del?|de (?:mi|nuestro|la|el|los|las)) ?(?:tenant|inquilino|organizacion|entorno|empresa|flota|agentes|cuota|servicio)|(?:como (?:esta|va|anda|estamos)|que tal (?:esta|va)) (?:el|mi|nuestro|la|nuestra|de) ?(?:tenant|inquilino|organizacion|entorno|empresa|flota|cuota|seguridad)|(?:status|health|state|overview|summary) of (?:the|my|our) (?:tenant|organi[sz]ation|environment|company|fleet|agents|quota)|(?:tenant|fleet|quota|organi[sz]ation) (?:status|health|overview|summary|usage)|how (?:is|are) (?:the|my|our) (?:tenant|fleet|environment|organi[sz]ation|quota|agents)|(?:cuota|quota|consumo)\b.{0,40}\b(?:usad\w*|consumid\w*|gastad\w*|queda\w*|used|spent|left|remaining|mes|month)|(?:cuanta|how much)\b.{0,30}\b(?:cuota|quota)|secure ?score|puntuacion de seguridad)\b/,
  },
];

/** Asks how things stand. */
const STATE =
  /\b(?:cuant[oa]s?|lista(?:r|me|do)?|muestra(?:me)?|ensena(?:me)?|dime|quien(?:es)?|que (?:usuarios|administradores|admins|licencias|productos)|cuales|tenemos|quedan?|sobran?|faltan?|hay|estan?|resumen|informe|revisa|comprueba|verifica|analiza|cumpl\w+|estado|how many|how much|list|show|tell me|who|which|do we have|have we|left|are there|is there|summary|summari[sz]e|status|report|check|review|verify|compliance|compliant|are (?:all|our|my|we|any)|is (?:our|my|everyone|everybody)|does (?:everyone|everybody))\b/;

/** Asks for what documents say: ways, reasons, meanings. */
const KNOWLEDGE =
  /\b(?:como (?:se|puedo|podemos|puede|hago|hacemos|debo|debe|activ\w+|configur\w+|habilit\w+|asign\w+|compr\w+|renuev\w+|cambi\w+|exij\w+|elimin\w+|quit\w+|recuper\w+|funciona\w*|rot\w+|solicit\w+)|que (?:es|son|significa|dice|pasa|pasos|requisitos|politica|diferencia|hago|debo)|por que|para que sirve|explica(?:me)?|pasos|procedimiento|manual|documentacion|guia|politica (?:de|sobre)|segun|donde (?:se|puedo|encuentro)|how (?:do|can|should|does|to)|what (?:is|are|does|steps|happens|policy|should|do)|why|explain|steps|procedure|manual|documentation|guide|policy|according to|where (?:do|can|is))\b/;

/** By fixed rules, so that the same question always goes the same way and nobody can talk it over. */
export function chooseRoute(question: string): Choice {
  const asked = fold(question);
  const tools = TOPICS.filter(({ about }) => about.test(asked)).map(({ tool }) => tool);
  if (tools.length === 0) return { route: "rag", tools, routeReason: "no tool's topic" };
  const knowledge = KNOWLEDGE.test(asked);
  const state = STATE.test(withoutKnowledge(asked));
  const topics = `topic:${tools.join(",")}`;
  if (!knowledge)
    return { route: "agent", tools, routeReason: `${topics}${state ? " state" : ""}` };
  if (state) return { route: "mixed", tools, routeReason: `${topics} state knowledge` };
  // Some questions about the state of a tenant have the form of one about a meaning.
  const only = tools.every((tool) => tool === "GetTenantStatus");
  if (only) return { route: "agent", tools, routeReason: topics };
  return { route: "rag", tools: [], routeReason: `${topics} knowledge` };
}

/** "What is" and "how do I" hold words that would also ask for a state. */
function withoutKnowledge(asked: string): string {
  return asked.replaceAll(new RegExp(KNOWLEDGE, "g"), " ");
}
