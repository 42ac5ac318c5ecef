import { inBoth } from "../frame/language.ts";
import { WordTable } from "../frame/word-table.ts";

/**
 * The meaning of each signal of the four layers. A test compares the table with what the layers
 * write.
 */
export const signalWords = new WordTable(() => import("./signals.txt"));

/** Why a layer could not do its work. */
export const unavailableWords = inBoth(
  {
    intelligence: "no feed is loaded yet, or intelligence could not be read",
    noModel: "no model is configured",
    silent: "no model could be asked, or none answered in time",
  },
  {
    intelligence: "todavía no hay ninguna fuente cargada, o no se pudo leer la inteligencia",
    noModel: "no hay ningún modelo configurado",
    silent: "no se pudo preguntar a ningún modelo, o ninguno respondió a tiempo",
  },
);
