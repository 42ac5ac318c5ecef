import type { DeadReason } from "../../events/dead-reasons.ts";
import { inBoth, sideBySide } from "../frame/language.ts";

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
    unsent: "not sent again",
    sentAgain: "sent again",
    choose: "Choose",
    replay: "Send the chosen ones again",
    replayPage: (count: string) => `Send all ${count} of this page again`,
    replayAll: (count: string) => `Send all ${count} that fit again`,
    replaySome: (most: string, count: string) => `Send ${most} of the ${count} that fit again`,
    body: "What arrived",
  },
  {
    title: "Eventos atascados",
    none: "No hay ningún evento atascado",
    noneSuch: "Ningún evento coincide",
    lead: "Aquí esperan los eventos que no se pueden archivar o transmitir.",
    tenant: "Cliente",
    reason: "Motivo",
    agent: "Agente",
    event: "Evento",
    failed: "Falló",
    replayed: "Reenviado",
    unsent: "sin reenviar",
    sentAgain: "reenviados",
    choose: "Elegir",
    replay: "Enviar de nuevo los elegidos",
    replayPage: (count: string) => `Enviar de nuevo los ${count} de esta página`,
    replayAll: (count: string) => `Enviar de nuevo los ${count} que coinciden`,
    replaySome: (most: string, count: string) =>
      `Enviar de nuevo ${most} de los ${count} que coinciden`,
    body: "Lo que llegó",
  },
);

export const deadReasonWords = sideBySide<DeadReason>({
  malformed: ["It is no event", "No es un evento"],
  database_failed: ["The database did not answer", "La base de datos no respondió"],
  archive_failed: ["It could not be archived", "No se pudo archivar"],
  forward_failed: ["It could not be forwarded", "No se pudo transmitir"],
  retries_exhausted: ["The platform gave up on it", "La plataforma desistió"],
});
