import type { ServiceOperation } from "../../access/permissions.ts";
import { inBoth, sideBySide } from "../frame/language.ts";

export const serviceKeyWords = inBoth(
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
  {
    title: "Claves de servicio",
    lead: "Nuestros propios servicios llaman con una de estas al cifrado y a la IA, en X-Internal-Service-Key.",
    none: "Todavía no hay ninguna clave de servicio",
    make: "Crear una clave de servicio",
    name: "Nombre",
    operations: "Qué puede hacer",
    operationsHint: "Lo mínimo que necesite el servicio. Separe las que descifran.",
    tenants: "Clientes",
    tenantsHint: "Separados por comas. Vacío: todos los clientes.",
    allTenants: "todos los clientes",
    made: "Creada",
    until: "Hasta",
    untilHint: "En UTC. Vacío: no termina por sí sola.",
    madeTitle: "Su nueva clave de servicio",
    toList: "Volver a las claves de servicio",
    revoke: "Revocar",
    revokeText:
      "Termina en 15 segundos, para siempre. Lo que se cifró con ella sigue siendo legible.",
  },
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
