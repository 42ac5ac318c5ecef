import type { EventType } from "../../webhooks/event-types.ts";
import { inBoth } from "../frame/language.ts";

export const eventWords = inBoth<Record<EventType, string>>(
  {
    "inspection.flagged": "a message was found to be spam or phishing",
    "quota.threshold": "a good part of the month's quota is used",
    "quota.exhausted": "the month's quota is used up",
    "endpoint.failing": "an endpoint is about to be switched off",
    "endpoint.disabled": "an endpoint was switched off",
    "action.approved": "somebody agreed to what the assistant proposed",
    ping: "a test, sent on request",
  },
  {
    "inspection.flagged": "un mensaje resultó ser spam o phishing",
    "quota.threshold": "ya se usó buena parte de la cuota del mes",
    "quota.exhausted": "la cuota del mes está agotada",
    "endpoint.failing": "un destino está a punto de desactivarse",
    "endpoint.disabled": "se desactivó un destino",
    "action.approved": "alguien aprobó lo que propuso el asistente",
    ping: "una prueba, enviada a petición",
  },
);
