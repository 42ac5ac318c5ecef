/**
 * What messages try to do with their reader ("cues"), recognised by the beginnings of words in Spanish,
 * Portuguese and English. A linear model learns from cues what it could not learn from words alone:
 * that a threat with a foreign link differs from the same threat without any link.
 */
const STEMS = {
  threat:
    "bloque suspend suspens cancel restri limitad deshabilit inhabilit desactiv inactiv elimin cerrad embarg penhor execuc multa coima sancion infracc negativ protest deuda divida adeud atras vencid irregular fraud clonad corte cortad lock restrict disabl terminat lawsuit overdue unpaid fine penalt expir caduc vence",
  urgency:
    "urgent inmediat imediat ultim hoy hoje ahora agora ya antes pronto rapid horas minut final immediat today now within asap soon tonight",
  demand:
    "verifi confirm valid actualic actualiz atualiz regulariz desbloque reactiv reativ recadastr activ ativ restable restaur complet introduz ingres registr acced acess cliqu click puls haga toque tap update unlock restore login clic pinch desvincul",
  secret:
    "clave contrasen senha password pin cvv token tarjet cartao card dni cpf iban cuenta conta account datos dados details ssn identidad identid credencia codigo code",
  payment:
    "pague pagar pago pagament abone abonar tasa taxa portes aduan alfandeg impuest impost tarifa arancel frete fee toll customs deposit transfer transfir pix bizum invoice factur fatur recibo boleto",
  refund:
    "reembols refund devoluc restituic rebate beneficio benefici subsid bono bonus auxilio apoyo apoio herencia heranca inherit compensa",
  prize:
    "premio premi ganador ganaste ganado gano ganhou ganhe gana sorte sortead winner won prize reward congrat felici parabens afortunad contemplad loter jackpot claim reclam canje resgat",
  money:
    "prestam emprest credit loan dinero dinheiro grana cash ganancia lucro renda ingreso earn invert invest cripto crypto bitcoin trading trader forex apuesta aposta casino cassino slots ruleta roleta giros rodadas spins odds",
  selling:
    "oferta ofert promo descuento descont rebaja liquidac outlet gratis free gratuit catalog pedido barato precio preco discount sale deal offer cheap seguidor followers",
  lure: "chicas garotas singles sexo sexy erotic adult tarot vident amarre amarrac viagra cialis replica adelgaz emagre peso kilos quilos",
  work: "empleo emprego trabajo trabalho vaga vacante sueldo salario job hiring remote remoto reclut recrut selecc",
  family:
    "mama mami papa papi mamae mae pai mum mom dad hijo hija filho filha abuela numero movil celular telemovel telefono phone",
  safety: "comparta compart partilh divulg share nunca never jamas ignor nadie ninguem",
  optout: "baja stop sair salir suscripc inscric unsubscrib optout cancelar remover nosms",
  handing:
    "reenvi encaminh repass pasame pasas pasar mandame mandes enviame passa passas manda mandas digame dime diga forward",
  mistake: "error errad equivoc engano enganei mistak accident wrong sinquerer",
  law: "policia police juzgado judicial juiz court fiscal denuncia arrest citacion intimac warrant detenid detido preso abogad advogad lawyer delegado",
  ring: "llame llama llamanos llamad comuniqu contact ligue ligar call ring dial phone",
  calm: "gracias obrigad thank thanks saludos abraco cheers regards disculp desculp sorry molesti incomod",
  nothing:
    "necesar necessari hace falta precisa needed disregard ignore ignora desconsider omiso gratuit coste custo",
  done: "confirmad recibid recebid recebem received realizad efetuad aprobad aprovad completed enviad sent paid pagado pagou pagaste listo lista pronto pronta ready activad ativad renovad",
  place:
    "tienda loja store shop oficina agencia balcon balcao sucursal branch office calle rua street mostrador recepcion recepcao reception app aplicac",
  kin: "hola ola oi hey hi buenas boas jaja haha kkk lol xx besos beijo beso love",
  stranger:
    "conoci conhec encantad prazer soltera amistad amizade singapur macau friend lonely sincera",
  illness: "viuda viuva widow cancer enferm doente herencia heranca donar doar donate benefactor",
  service:
    "cita consulta turno hora reserva vuelo voo tren comboio mesa pedido paquete encomenda envio entrega reparto recoger recogida retirar appointment flight order delivery pickup saldo compra cargo movimiento",
} as const;

export type Cue = keyof typeof STEMS;

const SHORTEST = 3;
const LONGEST = 8;
const WHOLE = 4;
const MAX_WORDS = 300;

const cueOf = new Map<string, Cue[]>();
for (const [cue, stems] of Object.entries(STEMS) as [Cue, string][]) {
  for (const stem of stems.split(" ")) cueOf.set(stem, [...(cueOf.get(stem) ?? []), cue]);
}

/**
 * Returns the cues among folded, lower-case words. A stem of four letters or fewer must be the whole
 * word.
 */
export function cuesOf(words: readonly string[]): Set<Cue> {
  const found = new Set<Cue>();
  const end = Math.min(words.length, MAX_WORDS);
  for (let i = 0; i < end; i++) {
    const word = words[i] ?? "";
    note(cueOf.get(word), found);
    const longest = Math.min(LONGEST, word.length - 1);
    for (let length = Math.max(SHORTEST, WHOLE + 1); length <= longest; length++)
      note(cueOf.get(word.slice(0, length)), found);
  }
  return found;
}

function note(cues: readonly Cue[] | undefined, found: Set<Cue>): void {
  if (cues !== undefined) for (const cue of cues) found.add(cue);
}
