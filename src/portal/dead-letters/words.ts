import type { DeadReason } from "../../events/dead-reasons.ts";
import { inBoth } from "../frame/language.ts";

export const deadLetterWords = inBoth(
  {
    title: "Dead letters",
    none: "No event is stuck",
    noneSuch: "No event fits",
    lead: "Events that cannot be archived or forwarded wait here.",
    tenant: "Tenant",
    reason: "Reason",
    agent: "Agent",
    event: "Event",
    failed: "Failed",
    replayed: "Replayed",
    choose: "Choose",
    replay: "Send the chosen ones again",
  },
  {
    title: "Eventos atascados",
    none: "No hay ningún evento atascado",
    noneSuch: "Ningún evento encaja",
    lead: "Aquí esperan los eventos que no se pueden archivar o transmitir.",
    tenant: "Cliente",
    reason: "Motivo",
    agent: "Agente",
    event: "Evento",
    failed: "Falló",
    replayed: "Reenviado",
    choose: "Elegir",
    replay: "Enviar de nuevo los elegidos",
  },
);

export const deadReasonWords = inBoth<Record<DeadReason, string>>(
  {
    malformed: "It is no event",
    database_failed: "The database did not answer",
    archive_failed: "It could not be archived",
    forward_failed: "It could not be forwarded",
    retries_exhausted: "The platform gave up on it",
  },
  {
    malformed: "No es un evento",
    database_failed: "La base de datos no respondió",
    archive_failed: "No se pudo archivar",
    forward_failed: "No se pudo transmitir",
    retries_exhausted: "La plataforma desistió",
  },
);
