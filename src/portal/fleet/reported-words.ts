import { sideBySide, type Language } from "../frame/language.ts";

/** Words for reported facts that the product knows; others are shown as the agent wrote them. */
export const reportedNames: Record<Language, Record<string, string>> = sideBySide({
  hostname: ["Host", "Equipo"],
  machine_id: ["Machine id", "Identificador de la máquina"],
  os: ["Operating system", "Sistema operativo"],
  family: ["Family", "Familia"],
  name: ["Name", "Nombre"],
  version: ["Version", "Versión"],
  arch: ["Architecture", "Arquitectura"],
  ip: ["Addresses", "Direcciones"],
  build: ["Build", "Compilación"],
  policy: ["Policy", "Política"],
  id: ["Id", "Identificador"],
  revision: ["Revision", "Revisión"],
  health: ["Health", "Salud"],
  checkins_24h: ["Check-ins in 24 hours", "Contactos en 24 horas"],
  events_24h: ["Events in 24 hours", "Eventos en 24 horas"],
  rejected_24h: ["Refused requests in 24 hours", "Peticiones rechazadas en 24 horas"],
  eventId: ["Event id", "Identificador del evento"],
  time: ["Time", "Hora"],
  severity_id: ["Severity", "Gravedad"],
  attributes: ["Attributes", "Atributos"],
  from: ["From", "De"],
  to: ["To", "A"],
  source: ["Source", "Origen"],
  tenant_id: ["Tenant", "Cliente"],
  agent_id: ["Agent", "Agente"],
  role: ["Role", "Rol"],
  region: ["Region", "Región"],
  ingest_id: ["Id on arrival", "Identificador al llegar"],
  event_id: ["Event id", "Identificador del evento"],
  certificate_sha256: ["Certificate", "Certificado"],
  agent_version: ["Agent's version", "Versión del agente"],
  content_hash: ["Checksum", "Huella"],
  clock_skew_s: ["Clock off by seconds", "Desvío del reloj en segundos"],
  normalized: ["In the agreed form", "En la forma acordada"],
  problems: ["Problems", "Problemas"],
});

/** Words for the health states that an agent reports. */
export const healthWords: Record<Language, Record<string, string>> = sideBySide({
  healthy: ["healthy", "sano"],
  degraded: ["degraded", "degradado"],
  error: ["error", "con error"],
  starting: ["starting", "arrancando"],
});
