/**
 * Names that fakes use, each with the domains that it really writes from. A star marks a name that is
 * an ordinary word too: it counts in a host or a short display name, never in running text.
 */
export const BRAND_TABLE = `
bbva: bbva.es bbva.com bbva.mx bbvanet.com.mx bbva.com.co bbva.com.ar bbva.pe bbvanet.com.co bbva.info
santander*: bancosantander.es santander.com santander.es gruposantander.com santander.com.mx santander.com.br santander.cl santander.com.ar santander.pt santander.pl santander.co.uk santandercomercial.com.br
caixabank,la caixa: caixabank.es caixabank.com caixabanknow.es
sabadell,banco sabadell: bancsabadell.com bancosabadell.com grupbancsabadell.com
bankinter: bankinter.com bankinter.es bankinter.pt
unicaja: unicajabanco.es unicaja.es
kutxabank: kutxabank.es
ibercaja: ibercaja.es
abanca: abanca.com abanca.pt
openbank: openbank.es openbank.com openbank.mx
cajamar: cajamar.es grupocajamar.com
ing direct,ing*: ing.es ing.com ing.nl
imagin*,imaginbank: imagin.com imaginbank.com
n26: n26.com
revolut: revolut.com
wise*: wise.com
banorte: banorte.com
banamex,citibanamex: banamex.com citibanamex.com
hsbc: hsbc.com.mx hsbc.com hsbc.co.uk hsbc.com.ar
banco azteca,bancoazteca: bancoazteca.com.mx
bancoppel: bancoppel.com coppel.com
bancolombia: bancolombia.com grupobancolombia.com bancolombia.com.co
davivienda: davivienda.com
nequi: nequi.com.co nequi.co
daviplata: daviplata.com
banco de bogota: bancodebogota.com bancodebogota.com.co
bcp*,viabcp: viabcp.com bcp.com.pe
interbank: interbank.pe interbank.com.pe
scotiabank: scotiabank.com scotiabank.com.pe scotiabank.cl scotiabank.com.mx scotiabank.com.co
yape: yape.com.pe
bancoestado,banco estado: bancoestado.cl
banco de chile,bancochile: bancochile.cl bancodechile.cl
bci: bci.cl
falabella: falabella.com bancofalabella.cl bancofalabella.pe falabella.cl
banco galicia,galicia*: galicia.ar bancogalicia.com.ar bancogalicia.com
banco nacion: bna.com.ar
macro*: macro.com.ar
uala: uala.com.ar uala.mx
mercado pago,mercadopago: mercadopago.com mercadopago.com.ar mercadopago.com.mx mercadopago.com.br mercadopago.cl mercadopago.com.co
mercado libre,mercadolibre,mercado livre,mercadolivre: mercadolibre.com mercadolibre.com.ar mercadolibre.com.mx mercadolibre.cl mercadolibre.com.co mercadolivre.com.br mercadolivre.com mercadolibre.com.pe meli.la
itau: itau.com.br itau.cl itau.com itau.com.ar
bradesco: bradesco.com.br banco.bradesco bradesco.com
nubank: nubank.com.br nubank.com.mx nu.com.mx nu.com.co nu.bank
banco do brasil,bb*: bb.com.br
caixa economica,caixa*: caixa.gov.br
banco inter,inter*: bancointer.com.br inter.co
picpay: picpay.com
pagseguro,pagbank: pagseguro.uol.com.br pagbank.com.br pagseguro.com.br
serasa: serasa.com.br serasaexperian.com.br
sicredi: sicredi.com.br
millennium bcp,millenniumbcp: millenniumbcp.pt
caixa geral,cgd: cgd.pt
novobanco,novo banco: novobanco.pt
montepio: bancomontepio.pt montepio.org
activobank: activobank.pt
banco bpi,bpi: bancobpi.pt
mb way,mbway: mbway.pt sibs.pt
multibanco: multibanco.pt sibs.pt
correos,correos express: correos.es correosexpress.com correos.com correos.cl
seur: seur.com seur.es
mrw: mrw.es mrw.com
gls: gls-spain.es gls-group.com gls-group.eu gls-portugal.pt
nacex: nacex.es nacex.com
dhl: dhl.com dhl.es dhl.de dhl.pt
ups: ups.com
fedex: fedex.com
estafeta: estafeta.com
servientrega: servientrega.com
coordinadora*: coordinadora.com
correo argentino,correoargentino: correoargentino.com.ar
andreani: andreani.com
chilexpress: chilexpress.cl
starken: starken.cl
olva: olvacourier.com
ctt: ctt.pt cttexpress.com
correios: correios.com.br
jadlog: jadlog.com.br
loggi: loggi.com
amazon: amazon.es amazon.com amazon.com.mx amazon.com.br amazon.co.uk amazon.de amazon.it amazon.fr amazonaws.com primevideo.com
aliexpress: aliexpress.com
shein: shein.com
temu: temu.com
shopee: shopee.com.br shopee.com
magalu,magazine luiza: magazineluiza.com.br magalu.com magalu.com.br
wallapop: wallapop.com
vinted: vinted.es vinted.com vinted.pt
olx*: olx.com.br olx.pt
ebay: ebay.com ebay.es
zara: zara.com inditex.com
mercadona: mercadona.es
carrefour: carrefour.es carrefour.com carrefour.com.br
el corte ingles,elcorteingles: elcorteingles.es
lidl: lidl.es lidl.com lidl.pt
continente*: continente.pt
worten: worten.pt worten.es
fnac: fnac.pt fnac.es
decathlon: decathlon.es decathlon.com decathlon.com.br decathlon.pt
ikea: ikea.com ikea.es
netflix: netflix.com
spotify: spotify.com
disney plus,disneyplus: disneyplus.com disney.com
hbo max,hbomax: hbomax.com max.com
paypal: paypal.com paypal.es paypal.com.br paypal.me
apple*,icloud,apple id,appleid: apple.com icloud.com
google: google.com google.es google.com.br gmail.com youtube.com google.com.mx
microsoft,outlook*,office 365,office365: microsoft.com outlook.com office.com live.com microsoftonline.com office365.com
whatsapp: whatsapp.com wa.me
facebook: facebook.com facebookmail.com fb.com meta.com
instagram: instagram.com
tiktok: tiktok.com
linkedin: linkedin.com
telegram*: telegram.org t.me
dropbox: dropbox.com
docusign: docusign.com docusign.net
adobe: adobe.com
zoom*: zoom.us zoom.com
binance: binance.com
coinbase: coinbase.com
kraken*: kraken.com
metamask: metamask.io
trezor: trezor.io
ledger*: ledger.com
agencia tributaria,aeat: agenciatributaria.gob.es agenciatributaria.es aeat.es
dgt: dgt.es dgt.gob.es
seguridad social: seg-social.es seg-social.gob.es
sepe: sepe.es sepe.gob.es
policia nacional: policia.es
sat*: sat.gob.mx
imss: imss.gob.mx
infonavit: infonavit.org.mx
cfe*: cfe.mx cfe.gob.mx
telmex: telmex.com
telcel: telcel.com
afip,arca*: afip.gob.ar arca.gob.ar
anses: anses.gob.ar
dian: dian.gov.co
sunat: sunat.gob.pe
servicio de impuestos internos,sii*: sii.cl
receita federal: receita.fazenda.gov.br gov.br
detran: gov.br detran.sp.gov.br
autoridade tributaria,portal das financas: portaldasfinancas.gov.pt
seguranca social: seg-social.pt
via verde,viaverde: viaverde.pt
sem parar: semparar.com.br
poder judiciario,tjsp: jus.br tjsp.jus.br
iberdrola: iberdrola.es iberdrola.com
endesa: endesa.com endesaclientes.com
naturgy: naturgy.es naturgy.com
repsol: repsol.es repsol.com
enel: enel.com.br enel.cl enel.com.co enel.com
edp: edp.pt edp.com edp.com.br
galp: galp.com
movistar: movistar.es movistar.com movistar.com.ar movistar.cl movistar.com.pe movistar.com.mx
vodafone: vodafone.es vodafone.pt vodafone.com
orange*: orange.es orange.com
yoigo: yoigo.com
entel: entel.cl entel.pe
claro*: claro.com.br claro.com.co claro.com.pe claro.com.ar clarochile.cl
vivo*: vivo.com.br
meo*: meo.pt
visa*: visa.com visa.es
mastercard: mastercard.com mastercard.es
american express,amex: americanexpress.com
western union: westernunion.com
booking*: booking.com
airbnb: airbnb.com airbnb.es airbnb.com.br
uber*: uber.com
ryanair: ryanair.com
iberia*: iberia.com
latam airlines,latamairlines: latam.com latamairlines.com
renfe: renfe.com renfe.es
bank of america,bankofamerica: bankofamerica.com
wells fargo,wellsfargo: wellsfargo.com
chase*: chase.com
citibank: citi.com citibank.com
barclays: barclays.co.uk barclays.com
lloyds: lloydsbank.co.uk lloydsbank.com
natwest: natwest.com
royal mail,royalmail: royalmail.com
usps: usps.com
hmrc: gov.uk
evri: evri.com
irs*: irs.gov
e zpass,ezpass: e-zpassny.com ezpassnj.com
usaa: usaa.com
at t*,att: att.com
verizon: verizon.com
github: github.com
`;
