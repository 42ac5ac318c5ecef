/** The second part of the table: names of the English-speaking world, insurers, carriers and shops. */
export const MORE_BRANDS = `
capital one,capitalone: capitalone.com
monzo: monzo.com
starling*: starlingbank.com
halifax*: halifax.co.uk
td bank,tdbank: td.com tdbank.com
pnc*: pnc.com
hdfc,hdfc bank: hdfcbank.com
icici,icici bank: icicibank.com
sbi*: sbi.co.in onlinesbi.sbi
axis bank: axisbank.com
commbank: commbank.com.au
westpac: westpac.com.au
anz*: anz.com anz.com.au
venmo: venmo.com
zelle*: zellepay.com
cash app: cash.app
klarna: klarna.com
stripe*: stripe.com
dpd*: dpd.co.uk dpd.com dpd.pt
australia post,auspost: auspost.com.au
canada post: canadapost.ca canadapost-postescanada.ca
yodel*: yodel.co.uk
walmart: walmart.com
target*: target.com
best buy,bestbuy: bestbuy.com
costco: costco.com costco.com.mx
tesco*: tesco.com
argos*: argos.co.uk
asos: asos.com
etsy: etsy.com
nike*: nike.com
hulu: hulu.com
ee*: ee.co.uk
o2*: o2.co.uk
t mobile,tmobile: t-mobile.com
airtel: airtel.in
comcast,xfinity: xfinity.com comcast.net
pg e: pge.com
con edison: coned.com
british gas,britishgas: britishgas.co.uk
edf*: edfenergy.com edf.fr
octopus energy: octopus.energy octopusenergy.es
nhs*: nhs.uk
ato*: ato.gov.au
medicare*: medicare.gov
social security administration: ssa.gov
doordash: doordash.com
lyft: lyft.com
discord*: discord.com
c6 bank,c6bank: c6bank.com.br
banrisul: banrisul.com.br
safra*: safra.com.br
xp*: xpi.com.br
americanas*: americanas.com.br
casas bahia,casasbahia: casasbahia.com.br
netshoes: netshoes.com.br
renner*: lojasrenner.com.br
kabum: kabum.com.br
ifood: ifood.com.br
rappi: rappi.com rappi.com.br rappi.com.mx rappi.com.co
glovo: glovoapp.com
cabify: cabify.com
didi*: didiglobal.com didi-food.com
bolt*: bolt.eu
cpfl: cpfl.com.br
cemig: cemig.com.br
light*: light.com.br
neoenergia: neoenergia.com neoenergiaelektro.com.br
sabesp: sabesp.com.br
tim*: tim.com.br
oi*: oi.com.br
nos*: nos.pt
globoplay: globoplay.globo.com
total express: totalexpress.com.br
inss: inss.gov.br
pingo doce: pingodoce.pt
fidelidade*: fidelidade.pt
porto seguro: portoseguro.com.br
gol*: voegol.com.br
azul*: voeazul.com.br
tap air,tap*: flytap.com
cp*: cp.pt
mapfre: mapfre.es mapfre.com mapfre.com.mx
allianz: allianz.es allianz.com allianz.pt
axa*: axa.es axa.com
linea directa: lineadirecta.com
mutua madrilena: mutua.es
sanitas: sanitas.es
adeslas: segurcaixaadeslas.es adeslas.es
holaluz: holaluz.com
totalenergies: totalenergies.es
masmovil: masmovil.es
digi*: digimobil.es
lowi: lowi.es
pepephone: pepephone.com
jazztel: jazztel.com
media markt,mediamarkt: mediamarkt.es mediamarkt.pt
leroy merlin: leroymerlin.es leroymerlin.pt leroymerlin.com.br
pccomponentes: pccomponentes.com
mango*: mango.com
primark: primark.com
druni: druni.es
alsa*: alsa.es
vueling: vueling.com
aeromexico: aeromexico.com
avianca: avianca.com
liverpool*: liverpool.com.mx
elektra*: elektra.com.mx elektra.mx
coppel*: coppel.com
oxxo: oxxo.com
stp*: stpmex.com
ripley: ripley.cl ripley.com.pe
paris*: paris.cl
tigo*: tigo.com.co
wom*: wom.cl wom.co
personal*: personal.com.ar
naranja x,naranjax: naranjax.com
brubank: brubank.com
personal pay: personalpay.com.ar
edenor: edenor.com
metrogas: metrogas.com.ar
tesoreria general: tgss.es tgr.cl
`;
