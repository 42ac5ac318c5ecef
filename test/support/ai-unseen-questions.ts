import type { RouteCase } from "./ai-tuning-questions.ts";

const L = "LicenseSummary";
const M = "CheckMFACompliance";
const T = "GetTenantStatus";

/** Questions that were written when the rules were finished, and never used to change them. */
export const UNSEEN: readonly RouteCase[] = [
  ["¿Cuántos asientos de Power BI hay asignados?", "agent", L],
  ["Dime qué suscripciones están a punto de caducar", "agent", L],
  ["Informe de licencias", "agent", L],
  ["¿Estamos pagando licencias que nadie usa?", "agent", L],
  ["How many seats of Visio are free?", "agent", L],
  ["Are we over our license limit?", "agent", L],
  ["Unused subscriptions", "agent", L],
  ["Has any subscription been suspended?", "agent", L],
  ["¿Qué administradores siguen sin segundo factor?", "agent", M],
  ["¿Tenemos a todo el mundo con MFA?", "agent", M],
  ["Verifica la MFA de los administradores", "agent", M],
  ["Give me the list of people without 2FA", "agent", M],
  ["What percentage of users have registered for MFA?", "agent", M],
  ["Is anyone missing two-step verification?", "agent", M],
  ["Are all global admins protected with MFA?", "agent", M],
  ["¿Qué tal está nuestra organización?", "agent", T],
  ["Situación de la flota", "agent", T],
  ["¿Cuánto hemos gastado de la cuota de este mes?", "agent", T],
  ["How are my agents doing?", "agent", T],
  ["Tenant overview please", "agent", T],
  ["Which certificates expire this week?", "agent", T],
  ["¿Cómo se configura MFA en un móvil nuevo?", "rag"],
  ["¿Qué métodos de doble factor se admiten?", "rag"],
  ["¿Cuál es el procedimiento para dar de baja una licencia?", "rag"],
  ["¿Por qué me pide el segundo factor cada día?", "rag"],
  ["Where can I find the MFA guide?", "rag"],
  ["How do we cancel a subscription?", "rag"],
  ["What does our policy say about shared licenses?", "rag"],
  ["When is MFA required for guests?", "rag"],
  ["What are the steps to restore a backup?", "rag"],
  ["¿A qué hora abre la cafetería?", "rag"],
  ["Who do I call when the VPN is down?", "rag"],
  ["¿Cuánto dura la garantía de los portátiles?", "rag"],
  ["Explain what a tenant is", "rag"],
  ["¿Qué usuarios no tienen MFA y qué dice la política?", "mixed", M],
  ["Dime cuántas licencias faltan y cómo se solicitan", "mixed", L],
  ["List admins without MFA and tell me how to enforce it", "mixed", M],
  ["Which seats are unused and what is the procedure to return them?", "mixed", L],
  ["How much quota is left and what happens when it runs out?", "mixed", T],
  ["Estado del tenant y pasos para mejorar la puntuación de seguridad", "mixed", T],
];
