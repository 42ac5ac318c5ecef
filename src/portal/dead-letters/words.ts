import { inBoth } from "../frame/language.ts";

export const deadLetterWords = inBoth(
  {
    title: "Dead letters",
    none: "No event is stuck",
    noneText: "Events that cannot be archived or forwarded wait here.",
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
    noneText: "Aquí esperan los eventos que no se pueden archivar o transmitir.",
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
