import type { EventType } from "../../webhooks/event-types.ts";
import { sideBySide } from "../frame/language.ts";

export const eventWords = sideBySide<EventType>({
  "inspection.flagged": [
    "a message was found to be spam or phishing",
    "un mensaje resultó ser spam o phishing",
  ],
  "quota.threshold": [
    "a good part of the month's quota is used",
    "ya se usó buena parte de la cuota del mes",
  ],
  "quota.exhausted": ["the month's quota is used up", "la cuota del mes está agotada"],
  "endpoint.failing": [
    "an endpoint is about to be switched off",
    "un destino está a punto de desactivarse",
  ],
  "endpoint.disabled": ["an endpoint was switched off", "se desactivó un destino"],
  "action.approved": [
    "somebody agreed to what the assistant proposed",
    "alguien aprobó lo que propuso el asistente",
  ],
  ping: ["a test, sent on request", "una prueba, enviada a petición"],
});
