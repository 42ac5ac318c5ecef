import type { Builtin } from "../knowledge/seed-builtin.ts";

/** Pages about the product, which every tenant has before it brings a document of its own. */
export const BUILTIN: Builtin = {
  version: 4,
  writtenAt: Date.UTC(2026, 10, 1),
  pages: [
    {
      id: "encryption-en",
      language: "en",
      title: "Field encryption",
      text: `# Field encryption
Rampart encrypts single fields for a tenant's own services. A service calls POST /encryption/encrypt with the tenant, the value and an optional context, and stores the text that it gets back. The same context must be given to decrypt it.
Every call needs an internal service key in the header X-Internal-Service-Key.
## Rotating a key
POST /encryption/rotate-key gives the tenant a new key version and answers the old and the new version. Values that were encrypted before stay readable, because old versions are kept for decryption.`,
    },
    {
      id: "encryption-es",
      language: "es",
      title: "Cifrado de campos",
      text: `# Cifrado de campos
Rampart cifra campos sueltos para los servicios de cada cliente. Un servicio llama a POST /encryption/encrypt con el cliente, el valor y un contexto opcional, y guarda el texto que recibe. Para descifrar hay que dar el mismo contexto.
Cada llamada necesita una clave de servicio interna en la cabecera X-Internal-Service-Key.
## Rotar una clave
POST /encryption/rotate-key da al cliente una nueva versión de la clave y responde con la versión anterior y la nueva. Los valores cifrados antes siguen siendo legibles, porque las versiones antiguas se conservan para descifrar.`,
    },
    {
      id: "agents-en",
      language: "en",
      title: "Agents",
      text: `# Agents
An agent enrolls once with POST /enroll and an enrollment code, and gets a client certificate. After that it identifies itself with this certificate alone, over mutual TLS.
An agent checks in with POST /agents/{id}/checkin; the answer says which policy holds and how long to wait until the next check-in.
## Renewing a certificate
Before its certificate expires an agent sends a certificate signing request to POST /agents/{id}/rotate-cert. It gets the new certificate with its chain and may go on without a restart.
## Removing an agent
DELETE /agents/{id} removes the enrollment record and the fleet state of an agent.`,
    },
    {
      id: "agents-es",
      language: "es",
      title: "Agentes",
      text: `# Agentes
Un agente se da de alta (se inscribe) una vez con POST /enroll y un código de alta, y recibe un certificado de cliente. Desde entonces se identifica solo con ese certificado, por TLS mutuo.
Un agente informa de su estado con POST /agents/{id}/checkin; la respuesta dice qué política rige y cuánto debe esperar hasta el próximo informe.
## Renovar un certificado
Antes de que caduque su certificado, el agente envía una solicitud de firma a POST /agents/{id}/rotate-cert. Recibe el certificado nuevo con su cadena y puede seguir sin reiniciarse.
## Dar de baja un agente
DELETE /agents/{id} elimina el registro del alta y el estado de un agente.`,
    },
    {
      id: "keys-en",
      language: "en",
      title: "API keys and quota",
      text: `# API keys and quota
A tenant's own systems call the threat-intelligence API with the headers X-Tenant-ID and X-API-Key. A key unlocks the modules whose scopes it was given, and can be limited to addresses.
Successful calls count against the tenant's monthly quota. When the quota is spent, calls are answered with status 429 until the next month begins.
A key is replaced without interruption by rotating it: for a while both the old and the new key are valid.`,
    },
    {
      id: "keys-es",
      language: "es",
      title: "Claves de API y cuota",
      text: `# Claves de API y cuota
Los sistemas de cada cliente llaman a la API de inteligencia de amenazas con las cabeceras X-Tenant-ID y X-API-Key. Una clave abre los módulos de los permisos que recibió, y puede limitarse a ciertas direcciones.
Las llamadas con éxito cuentan contra la cuota mensual del cliente. Cuando la cuota se agota, las llamadas reciben el estado 429 hasta que empieza el mes siguiente.
Una clave se sustituye sin interrupción rotándola: durante un tiempo valen la antigua y la nueva.`,
    },
    {
      id: "dictionaries-en",
      language: "en",
      title: "Detection dictionaries",
      text: `# Detection dictionaries
A detection dictionary holds terms, regular expressions, domains or hashes that agents and message inspection look for. A tenant has dictionaries of its own, and reads the global ones.
Each change raises the version of a dictionary, and a client that sends If-Match does not overwrite the change of somebody else.`,
    },
    {
      id: "dictionaries-es",
      language: "es",
      title: "Diccionarios de detección",
      text: `# Diccionarios de detección
Un diccionario de detección contiene términos, expresiones regulares, dominios o huellas que buscan los agentes y la inspección de mensajes. Cada cliente tiene diccionarios propios y lee los globales.
Cada cambio aumenta la versión del diccionario, y un cliente que envía If-Match no pisa el cambio de otra persona.`,
    },
    {
      id: "webhooks-en",
      language: "en",
      title: "Webhooks",
      text: `# Webhooks
A tenant registers an https address with POST /admin/tenants/{tenantId}/webhooks or in the portal, and is told of flagged messages and of its quota. What does not get a status of 2xx within 15 seconds is tried again, ten times in all in some three days.
Each webhook is signed in the header webhook-signature: verify the signature of the raw body with the secret, which is shown once.
## Sending again
POST /admin/tenants/{tenantId}/webhooks/{id}/replay sends the events again that a webhook missed.`,
    },
    {
      id: "webhooks-es",
      language: "es",
      title: "Webhooks",
      text: `# Webhooks
Un cliente registra una dirección https con POST /admin/tenants/{tenantId}/webhooks o en el portal, y recibe aviso de mensajes marcados y de su cuota. Lo que no obtiene un estado 2xx en 15 segundos se intenta de nuevo, diez veces en total en unos tres días.
Cada webhook va firmado en la cabecera webhook-signature: verifique la firma del cuerpo tal como llegó con el secreto, que se muestra una vez.
## Enviar de nuevo
POST /admin/tenants/{tenantId}/webhooks/{id}/replay vuelve a enviar los eventos que perdió un webhook.`,
    },
  ],
};
