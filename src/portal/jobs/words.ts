import type { Cron, JobName } from "../../platform/index.ts";
import { inBoth, sideBySide } from "../frame/language.ts";

export const jobWords = inBoth(
  {
    title: "Scheduled jobs",
    lead: "What the platform does by itself, when it did so last, and how that ended. A job that fails runs again at its next turn.",
    database: (share: string) =>
      `The database holds ${share} of what it can. From 80% on, clean inspections go before their time.`,
    job: "Job",
    turn: "Runs",
    began: "Last run",
    took: "Milliseconds",
    end: "How it ended",
    succeeded: "Last success",
    well: "succeeded",
    failed: "failed",
    late: "late",
    notYet: "not yet",
  },
  {
    title: "Tareas programadas",
    lead: "Lo que la plataforma hace por sí sola, cuándo lo hizo por última vez y cómo terminó. Una tarea que falla se ejecuta de nuevo en su próximo turno.",
    database: (share: string) =>
      `La base de datos contiene el ${share} de lo que puede. Desde el 80 %, las inspecciones limpias se eliminan antes de su plazo.`,
    job: "Tarea",
    turn: "Se ejecuta",
    began: "Última ejecución",
    took: "Milisegundos",
    end: "Cómo terminó",
    succeeded: "Último éxito",
    well: "correcta",
    failed: "falló",
    late: "con retraso",
    notYet: "todavía no",
  },
);

export const cronWords = sideBySide<Cron>({
  "* * * * *": ["every minute", "cada minuto"],
  "7 * * * *": ["every hour at minute 7", "cada hora en el minuto 7"],
  "17 3 * * *": ["every day at 03:17 UTC", "cada día a las 03:17 UTC"],
});

export const jobNames = sideBySide<JobName>({
  sweepEvents: [
    "Send webhook events that were left waiting",
    "Enviar los eventos de webhooks que quedaron en espera",
  ],
  refreshSources: ["Fetch feeds that are due", "Descargar las fuentes a las que les toca"],
  eraseTenants: [
    "Erase what closed tenants left behind, where that was asked for",
    "Borrar lo que dejaron los clientes cerrados, donde se pidió",
  ],
  rotateRoots: ["Carry keyrings over to the current root", "Pasar los llaveros a la raíz actual"],
  purgeInspections: [
    "Delete inspections at the end of their time",
    "Eliminar las inspecciones al final de su plazo",
  ],
  forgetDoneEvents: [
    "Forget which agents' events went through long ago",
    "Olvidar qué eventos de agentes pasaron hace tiempo",
  ],
  runBulkOrders: [
    "Go on with what was ordered for many agents at once",
    "Continuar con lo que se pidió para muchos agentes a la vez",
  ],
  forgetDeadEvents: [
    "Delete agents' events that nobody could take and nobody needs any more",
    "Eliminar los eventos de agentes sin entregar que ya nadie necesita",
  ],
  moveAudit: [
    "Move what is old in the audit log to files",
    "Pasar a archivos lo antiguo del registro de auditoría",
  ],
  moveAiCalls: [
    "Move what is old in the ledger of AI calls to files",
    "Pasar a archivos lo antiguo del registro de llamadas de IA",
  ],
  giveUpLost: [
    "Go on with long documents whose indexing was lost, or give them up",
    "Seguir con los documentos largos cuya indexación se perdió, o darlos por fallidos",
  ],
  forgetOldEvents: [
    "Delete webhook events of long ago",
    "Eliminar los eventos de webhooks antiguos",
  ],
  forgetOldSignIns: [
    "Delete sessions and links of long ago",
    "Eliminar las sesiones y los enlaces antiguos",
  ],
  forgetEndedCredentials: [
    "Delete tokens and service keys that ended long ago",
    "Eliminar los tokens y las claves de servicio que acabaron hace tiempo",
  ],
  forgetOldUsage: [
    "Delete hours of usage and API keys of long ago",
    "Eliminar las horas de uso y las claves de API antiguas",
  ],
  forgetOldEnrolments: [
    "Delete enrolment codes that ended long ago",
    "Eliminar los códigos de alta que acabaron hace tiempo",
  ],
  forgetOldActions: [
    "Delete actions of the assistant of long ago",
    "Eliminar las acciones antiguas del asistente",
  ],
  sweepSegments: [
    "Delete feed files that nothing uses",
    "Eliminar los archivos de fuentes que ya no se usan",
  ],
});
