/**
 * The endings by which a bare name in running text is taken for a host, without a scheme or a path.
 * `example` is for people who try things out.
 */
const CERTAIN =
  "com net org info biz xyz top online site club shop store app dev io co ai ly gl gd gg cc tv eu " +
  "edu gov gob mil int tech link live click win vip icu buzz fun pro mobi cloud space website press " +
  "page host one life world today news email support center digital services company agency finance " +
  "bank loan loans credit money cash bond cfd sbs cyou rest bar lat cat gal sale deals promo bet casino " +
  "es pt br mx ar cl pe uy ec bo py ve cr gt hn ni pa cu ru su cn hk tw jp kr uk ie fr ch nl pl ro " +
  "cz sk hu gr tr ua se dk fi ca au nz za ng ke id ph vn th sg tk ml ga cf gq pw ws sx st run zone work " +
  "wiki blog art design studio group global network solutions systems tel travel uno social ink ly example";

/**
 * Endings that are words too, so that a missing space after a full stop must not make a link of them.
 */
const DOUBTFUL = "no me la de in is to so it my do at be us as am pm il al el li im ag re";

/** Those of the certain endings that are no word in any of the languages here. */
const SURE =
  "com net org info biz xyz io ly gl gd gg cc tv icu vip cfd sbs cyou app es pt br mx ar cl ru cn uk fr tk ml cf gq pw ws example";

export const CERTAIN_ENDINGS: ReadonlySet<string> = new Set(CERTAIN.split(" "));
export const SURE_ENDINGS: ReadonlySet<string> = new Set(SURE.split(" "));
export const DOUBTFUL_ENDINGS: ReadonlySet<string> = new Set(DOUBTFUL.split(" "));

/** Whether a sentence may begin with an ending: "es" is a word in Spanish alone. */
export function isWordEnding(ending: string): boolean {
  return ending === "es" || !SURE_ENDINGS.has(ending);
}

/**
 * Second-level names under which a country sells its domains: a registered name has three parts there.
 */
const SECOND_LEVEL = new Set(
  "com co org net gov gob gub edu ac mil jus nom adv art ind web info".split(" "),
);

/** Guesses the registered name of a host, where no public suffix list is at hand. */
export function registrableGuess(host: string): string {
  const labels = host.split(".");
  const second = labels.at(-2) ?? "";
  const country = (labels.at(-1) ?? "").length === 2;
  const take = country && SECOND_LEVEL.has(second) ? 3 : 2;
  return labels.slice(-take).join(".");
}
