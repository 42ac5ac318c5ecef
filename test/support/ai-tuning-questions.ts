import type { ToolName } from "../../src/ai/tools/tool.ts";

export type RouteCase = [question: string, route: "rag" | "agent" | "mixed", ...tools: ToolName[]];

const L = "LicenseSummary";
const M = "CheckMFACompliance";
const T = "GetTenantStatus";

/** The rules of routing are tuned on these questions; figures come from others. */
export const TUNING: readonly RouteCase[] = [
  ["¿Nos hemos quedado sin licencias?", "agent", L],
  ["¿Qué licencias tenemos?", "agent", L],
  ["¿A cuántas suscripciones estamos apuntados?", "agent", L],
  ["Which licenses are expiring?", "agent", L],
  ["Do we need more seats?", "agent", L],
  ["¿Están caducadas las suscripciones?", "agent", L],
  ["licencias por usuario", "agent", L],
  ["List all SKUs", "agent", L],
  ["What licenses do we have?", "agent", L],
  ["Is MFA enforced for admins?", "agent", M],
  ["¿Hay administradores sin autenticación multifactor?", "agent", M],
  ["¿Qué porcentaje de usuarios tiene 2FA?", "agent", M],
  ["Does the CEO have MFA enabled?", "agent", M],
  ["Who still has not registered an authenticator?", "agent", M],
  ["¿Cómo va la adopción del doble factor?", "agent", M],
  ["What is the MFA status?", "agent", M],
  ["¿Cómo estamos de cuota?", "agent", T],
  ["¿Todo bien con el tenant?", "agent", T],
  ["Is our tenant healthy?", "agent", T],
  ["Are the agents online?", "agent", T],
  ["¿Cuántos agentes están desconectados?", "agent", T],
  ["How many agents are offline?", "agent", T],
  ["¿Qué certificados caducan pronto?", "agent", T],
  ["What is the state of our environment?", "agent", T],
  ["¿Cuál es nuestra puntuación de seguridad?", "agent", T],
  ["How do I check the MFA status of a user?", "rag"],
  ["¿Cómo puedo ver cuántas licencias quedan?", "rag"],
  ["What does the license agreement say about seats?", "rag"],
  ["¿Qué diferencia hay entre las licencias E3 y E5?", "rag"],
  ["What is the difference between E3 and E5 licenses?", "rag"],
  ["¿Para qué sirve el secure score?", "rag"],
  ["What does secure score mean?", "rag"],
  ["How is the secure score calculated?", "rag"],
  ["¿Cómo se mejora la puntuación de seguridad?", "rag"],
  ["How can I lower my quota usage?", "rag"],
  ["What happens when the quota runs out?", "rag"],
  ["¿Qué pasa si se agota la cuota?", "rag"],
  ["¿Cómo está el tiempo?", "rag"],
  ["Is there a guide for MFA?", "rag"],
  ["¿Hay documentación sobre licencias?", "rag"],
  ["¿Hay que pagar las licencias por adelantado?", "rag"],
  ["Show me admins without MFA and how to fix it", "mixed", M],
  ["¿Cuántas licencias sobran y qué dice el manual sobre devolverlas?", "mixed", L],
  ["Tell me our quota usage and explain how it is billed", "mixed", T],
  ["Who has no MFA, and why does it matter?", "mixed", M],
  ["¿Quiénes no tienen 2FA y cómo se lo exijo?", "mixed", M],
];
