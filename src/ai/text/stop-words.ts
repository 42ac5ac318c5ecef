/** Function words, which say how a sentence is built and not what it is about. Folded. */
export const SPANISH_STOP_WORDS = list(`
  a al algo algun alguna algunas alguno algunos ante antes aquel aquella asi aun aunque cada como con
  contra cual cuales cualquier cuando cuanta cuantas cuanto cuantos cuya cuyo de del desde donde
  durante e el ella ellas ello ellos en entre era eran es esa esas ese eso esos esta estaba estaban
  estan estar estas este esto estos fue fueron ha haber habia habian han hasta hay he hubo la las le
  les lo los mas me mi mientras mis mucha muchas mucho muchos muy nada ni no nos nosotros nuestra
  nuestro o os otra otras otro otros para pero poco por porque pues que quien quienes se sea sean
  segun ser si sido siempre sin sino sobre son soy su sus tal tambien tampoco tan tanto te tenia
  tiene tienen todo todos tras tu tus u un una unas uno unos usted ustedes va y ya yo`);

export const ENGLISH_STOP_WORDS = list(`
  a about above after again against all am an and any are as at be because been before being below
  between both but by can could d did do does doing down during each few for from further had has
  have having he her here hers him his how i if in into is it its itself just ll may me might more
  most must my no nor not of off on once only or other our out over own re s same shall she should so
  some such t than that the their them then there these they this those through to too under until
  up upon us ve very was we were what when where which while who whom whose why will with would you
  your`);

function list(words: string): ReadonlySet<string> {
  return new Set(words.trim().split(/\s+/));
}
