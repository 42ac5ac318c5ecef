import { inBoth } from "../frame/language.ts";
import { readWords } from "../frame/read-words.ts";
import signals from "./signals.txt";

/**
 * The meaning of each signal of the four layers. A test compares the table with what the layers
 * write.
 */
export const signalWords = readWords(signals);

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
