import type { ServiceOperation } from "../../access/permissions.ts";
import { sideBySide } from "../frame/language.ts";
import { withSpanish } from "../frame/read-words.ts";
import spanish from "./words.es.txt";

export const serviceKeyWords = withSpanish(
  {
    title: "Service keys",
    lead: "Our own services call encryption and AI with one of these, in X-Internal-Service-Key.",
    none: "There is no service key yet",
    make: "Make a service key",
    name: "Name",
    operations: "What it may do",
    operationsHint: "As little as the service needs. Keep those that decrypt apart.",
    tenants: "Tenants",
    tenantsHint: "Separated by commas. Empty: all tenants.",
    allTenants: "all tenants",
    made: "Made",
    until: "Until",
    untilHint: "In UTC. Empty: it does not end by itself.",
    madeTitle: "Your new service key",
    toList: "Back to the service keys",
    revoke: "Revoke",
    revokeText: "It ends within 15 seconds, for good. What was encrypted with it stays readable.",
  },
  spanish,
);

export const operationWords = sideBySide<ServiceOperation>({
  encrypt: ["Encrypt", "Cifrar"],
  decrypt: ["Decrypt", "Descifrar"],
  provision: ["Make a tenant's first key", "Crear la primera clave de un cliente"],
  rotate: ["Rotate a tenant's key", "Rotar la clave de un cliente"],
  "ai:use": ["Ask the assistant", "Preguntar al asistente"],
  "ai:voice": ["Voice", "Voz"],
  "ai:snapshot": [
    "Tell the assistant what a tenant has",
    "Decir al asistente qué tiene un cliente",
  ],
  "ai:act": ["Carry out approved actions", "Ejecutar acciones aprobadas"],
});
