import type { Cron, JobName } from "../../platform/index.ts";
import { inBoth } from "../frame/language.ts";

export const jobWords = inBoth(
  {
    title: "Scheduled jobs",
    lead: "What the platform does by itself, when it did so last, and how that ended. A job that fails runs again at its next turn.",
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

export const cronWords = inBoth<Record<Cron, string>>(
  {
    "* * * * *": "every minute",
    "7 * * * *": "every hour at minute 7",
    "17 3 * * *": "every day at 03:17 UTC",
  },
  {
    "* * * * *": "cada minuto",
    "7 * * * *": "cada hora en el minuto 7",
    "17 3 * * *": "cada día a las 03:17 UTC",
  },
);

export const jobNames = inBoth<Record<JobName, string>>(
  {
    sweepEvents: "Send webhook events that were left waiting",
    refreshSources: "Fetch feeds that are due",
    rotateRoots: "Carry keyrings over to the current root",
    purgeInspections: "Delete inspections at the end of their time",
    forgetDoneEvents: "Forget which agents' events went through long ago",
    forgetOldEvents: "Delete webhook events of long ago",
    forgetOldSignIns: "Delete sessions and links of long ago",
    sweepSegments: "Delete feed files that nothing uses",
  },
  {
    sweepEvents: "Enviar los eventos de webhooks que quedaron en espera",
    refreshSources: "Descargar las fuentes a las que les toca",
    rotateRoots: "Pasar los llaveros a la raíz actual",
    purgeInspections: "Eliminar las inspecciones al final de su plazo",
    forgetDoneEvents: "Olvidar qué eventos de agentes pasaron hace tiempo",
    forgetOldEvents: "Eliminar los eventos de webhooks antiguos",
    forgetOldSignIns: "Eliminar las sesiones y los enlaces antiguos",
    sweepSegments: "Eliminar los ficheros de fuentes que nada usa",
  },
);
