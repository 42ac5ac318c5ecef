/**
 * Domains that brands of the table own besides those that they mostly write from: of other countries,
 * for newsletters, for customers' mailboxes, and endings that are a brand's own. Their names would
 * otherwise pass for a fake's.
 */
export const FURTHER_DOMAINS = `
bbva: bbva bbva.it bbva.de bbva.com.uy
santander: santander.de santander.com.uy
caixabank: caixabankresearch.com caixabankpc.com lacaixa.es
bankinter: bankinterconsumerfinance.com
openbank: openbank.de openbank.nl openbank.pt openbank.us
ibercaja: ibercajadirecto.com
revolut: revolut.me
hsbc: hsbc hsbc.com.hk hsbc.com.sg hsbc.co.in hsbc.com.cn hsbc.com.au hsbc.ca hsbc.ae hsbcnet.com hsbc.com.br
itau: itau itau.co itau.com.py itau.com.uy
bradesco: bradesco bradescoseguros.com.br bradescosaude.com.br
falabella: falabella.com.pe falabella.com.co bancofalabella.com bancofalabella.com.co cmrfalabella.com
mercado libre: mercadolibre.com.uy mercadolibre.com.ve mercadolibre.com.ec mercadolibre.com.bo mercadolibre.co.cr mercadolibre.com.do
mercado pago: mercadopago.com.pe mercadopago.com.uy
barclays: barclays barclaysus.com
lloyds: lloydsbankinggroup.com
natwest: natwestgroup.com natwestmarkets.com natwestinternational.com
chase: chase
citibank: citibankonline.com citibank.co.in citibank.com.hk citibank.com.sg
wells fargo: wellsfargoadvisors.com wellsfargomedia.com wellsfargorewards.com
american express: amex.com aexp.com
capital one: capitalone360.com capitalone.ca capitalone.co.uk
westpac: westpac.co.nz
icici: icicidirect.com icicilombard.com iciciprulife.com
sbi: sbi
visa: visa visa.co.uk visa.com.br visa.com.mx visa.co.in
mastercard: mastercard.us mastercard.co.uk mastercard.com.br mastercard.com.mx mastercard.de
paypal: paypal-communication.com paypalobjects.com paypal.co.uk paypal.de paypal.fr paypal.it
correos: correosexpress.pt correosmarket.com correos.go.cr
dhl: dhl dhl.fr dhl.it dhl.nl dhl.pl dhl.co.uk
gls: gls-italy.com gls-france.com gls-pakete.de
dpd: dpd.de dpd.fr dpd.ie dpd.nl dpd.be
fedex: fedex
ups: ups
royal mail: royalmailgroup.com royalmail.co.uk
amazon: amazon amazon.co.jp amazon.ca amazon.in amazon.com.au amazon.nl amazon.se amazon.pl amazon.com.tr amazon.ae amazon.sa amazon.sg amazon.com.be amazon.ie amazon.co.za amazon.eg media-amazon.com payments-amazon.com amazonmusic.com
aliexpress: aliexpress.us aliexpress.ru
shein: shein.co.uk
shopee: shopee.cl shopee.com.co shopee.com.mx shopee.sg shopee.ph shopee.tw shopee.vn shopee.co.id shopee.com.my shopee.co.th
vinted: vinted.fr vinted.de vinted.it vinted.co.uk vinted.nl vinted.pl vinted.be vinted.cz vinted.lt
ebay: ebay.co.uk ebay.de ebay.fr ebay.it ebay.com.au ebay.ca ebayimg.com ebaystatic.com ebayinc.com ebay.ie
carrefour: carrefour.fr carrefour.it carrefour.be carrefour.com.ar
lidl: lidl lidl.de lidl.fr lidl.it lidl.co.uk lidl.ie
mercadona: mercadona.com mercadona.pt
el corte ingles: elcorteingles.pt grupoelcorteingles.es
fnac: fnac.com fnac.be
decathlon: decathlon.fr decathlon.de decathlon.it decathlon.co.uk decathlon.in decathlon.com.mx decathlon.com.co decathlon.cl
leroy merlin: leroymerlin.fr leroymerlin.it leroymerlin.com
media markt: mediamarkt.de mediamarkt.at mediamarkt.ch mediamarkt.nl mediamarkt.be mediamarkt.pl mediamarkt.com.tr
walmart: walmart walmart.ca walmart.com.mx walmart.org
costco: costco.ca costco.co.uk costco.com.au costco.es costco.fr costco.co.jp
best buy: bestbuy bestbuy.ca
target: target target.com.au
tesco: tesco.ie
nike: nike nike.com.br
mango: mango
netflix: netflix netflix.net
apple: apple apple.news apple.co
google: google google.co.uk google.de google.fr google.it google.pt google.ca google.co.in google.com.ar google.com.co google.cl google.com.pe google.com.au googlemail.com withgoogle.com google.com.uy google.com.ec google.com.ve google.ie googlegroups.com
microsoft: microsoft microsoft365.com cloud.microsoft
instagram: cdninstagram.com
tiktok: tiktokv.com tiktokcdn.com tiktokglobalshop.com
dropbox: dropboxmail.com
adobe: adobesign.com adobe.io adobelogin.com
github: github.blog githubstatus.com
telegram: telegram.me
discord: discord.gg discord.gift
binance: binance.us
airbnb: airbnb.co.uk airbnb.fr airbnb.de airbnb.it airbnb.mx airbnb.ca airbnb.com.au airbnb.pt airbnb.com.ar airbnb.com.co
ryanair: ryanairmail.com
iberia: iberia.es
iberdrola: iberdrola.pt iberdrola.it iberdrola.fr
endesa: endesa.es endesa.pt
naturgy: naturgy.com.mx naturgy.com.br
repsol: repsol.pt
enel: enel.pe enel.it
octopus energy: octopusenergy.com octopusenergy.de octopusenergy.it octopusenergy.fr
movistar: movistar.co movistar.com.co movistar.com.uy movistar.com.ec movistar.com.ve movistarplus.es
vodafone: vodafone.de vodafonemail.de vodafone.it vodafone.co.uk vodafone.ie vodafone.com.au vodafone.gr vodafone.ro vodafone.com.tr
orange: orange orange.fr orange.be orange.pl orange.ro orange.sk
claro: claro.cl claro.com.ec claro.com.do claro.com.gt claro.com.hn claro.com.ni claro.com.sv claro.com.py claro.com.uy
tigo: tigo.com tigo.com.bo tigo.com.py
entel: entelchile.net
airtel: airtel.com
t mobile: tmobile.com
verizon: verizon.net verizonwireless.com verizonbusiness.com
at t: att.net att-mail.com
comcast: comcast.com
mapfre: mapfre.com.br mapfre.com.co mapfre.com.pe mapfre.cl mapfre.com.ar mapfre.pt fundacionmapfre.org
allianz: allianz.de allianz.fr allianz.it allianz.co.uk allianz.com.au allianz.com.br allianz.co allianz-partners.com allianz-assistance.es
axa: axa axa.fr axa.de axa.co.uk axa.mx axa.be axa.it axa.ch
rappi: rappi.cl rappi.pe rappi.com.ar rappi.com.uy rappi.com.ec rappicard.mx rappipay.co
sabadell: bancsabadell.mobi sabadellatlantico.com
ing direct: ing.de ing.be ingdirect.es
davivienda: davivienda.cr davivienda.com.sv
pagseguro: pagseguro.com
afip: afip.gov.ar
totalenergies: totalenergies.com
masmovil: masmovil.com
jazztel: jazztel.es
`;
